// The rows of a dataset in the columns of a training set, for its model: by name where both have
// names (any order, more columns than needed), else by position, where the widths must agree (but
// for files whose width was left open, which are padded with zeros).
#pragma once

#include <cstdint>
#include <vector>

#include "data/dataset.hpp"
#include "data/missing_values.hpp"

namespace coppice {

class aligned_rows {
 public:
  /// `features` and `names` are the training set's. Throws COPPICE_INVALID_DATA where the dataset,
  /// which messages call `what`, lacks a feature or is of another width. The dataset must outlive
  /// this object.
  aligned_rows(const dataset& examples, std::int64_t features, const name_list& names,
               const char* what = "x");

  [[nodiscard]] std::int64_t rows() const noexcept { return examples_.rows(); }

  /// Where the dataset has a feature of the training set; -1 where it is padded with zeros.
  [[nodiscard]] std::int64_t column_of(std::int64_t feature) const {
    if (!columns_.empty()) return columns_[feature];
    return feature < examples_.features() ? feature : -1;
  }

  /// The columns of the dataset that hold needed features of the training set.
  [[nodiscard]] needed_features columns_of(const needed_features& needed) const;

  /// Writes a row as the training set has it to zeros, or to where others were put and erased; what
  /// it costs is as for feature_matrix::put_row.
  void put_row(std::int64_t row, double* out) const;
  void erase_row(std::int64_t row, double* out) const;

 private:
  const dataset& examples_;
  std::int64_t features_;
  std::vector<std::int64_t> columns_;  // where each feature is; empty where they are in order
  std::vector<std::int64_t>
      feature_of_column_;  // the reverse; -1 for columns that are not looked at
};

/// Throws COPPICE_INVALID_DATA: so many features are not the training set's.
[[noreturn]] void fail_width(std::int64_t got, std::int64_t features, const char* what = "x");

}  // namespace coppice
