// The rows of a dataset in the columns of a training set, for its model: by name where both have
// names (any order, more columns than needed), else by position, where the widths must agree (but
// for files whose width was left open: they are padded with zeros, and what they have beyond the
// training set's width is ignored). The levels of categories are found by their names; one that the
// training set did not have is missing.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "data/dataset.hpp"
#include "data/missing_values.hpp"

namespace coppice {

/// What rows are aligned to.
struct training_columns {
  std::int64_t features;
  const name_list& names;
  const feature_levels& levels;
};

class aligned_rows {
 public:
  /// Throws COPPICE_INVALID_DATA where the dataset, which messages call `what`, lacks a feature or
  /// is of another width, or has a category where the training set has numbers or the reverse,
  /// unless all values are missing. The dataset must outlive this object.
  aligned_rows(const dataset& examples, const training_columns& columns, const char* what = "x");

  [[nodiscard]] std::int64_t rows() const noexcept { return examples_.rows(); }

  /// Where the dataset has a feature of the training set; -1 where it is padded with zeros.
  [[nodiscard]] std::int64_t column_of(std::int64_t feature) const {
    if (!columns_.empty()) return columns_[feature];
    return feature < examples_.features() ? feature : -1;
  }

  /// A value of the dataset's column of a feature as the training set has it: levels have other
  /// codes there.
  [[nodiscard]] double in_training(std::int64_t feature, double value) const;

  /// The columns of the dataset that hold needed features of the training set.
  [[nodiscard]] needed_features columns_of(const needed_features& needed) const;

  /// Writes a row as the training set has it to zeros, or to where others were put and erased; what
  /// it costs is as for feature_matrix::put_row.
  void put_row(std::int64_t row, double* out) const;
  void erase_row(std::int64_t row, double* out) const;

 private:
  /// Of a feature whose levels have other codes in the training set.
  struct recoding {
    std::int64_t feature;
    std::vector<double>
        codes;  // by the dataset's; NaN for levels that the training set did not have
    [[nodiscard]] double operator()(double value) const {
      return std::isnan(value) ? value : codes[static_cast<std::size_t>(value)];
    }
  };
  void align_columns(const name_list& names, const char* what);
  void align_levels(const feature_levels& levels, const char* what);

  const dataset& examples_;
  std::int64_t features_;
  std::vector<std::int64_t> columns_;  // where each feature is; empty where they are in order
  std::vector<std::int64_t> feature_of_column_;  // the reverse; -1 for columns without a feature
  std::vector<recoding> recodings_;              // by feature, ascending
};

/// Throws COPPICE_INVALID_DATA: so many features are not the training set's.
[[noreturn]] void fail_width(std::int64_t got, std::int64_t features, const char* what = "x");

}  // namespace coppice
