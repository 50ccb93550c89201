// The rows of a dataset in the columns of a model: by name where both have names (any order, more
// columns than needed), else by position, where the widths must agree (but for files whose width
// was left open, which are padded with zeros).
#pragma once

#include <cstdint>
#include <vector>

#include "data/dataset.hpp"
#include "model/training_report.hpp"

namespace coppice {

class aligned_rows {
 public:
  /// Throws COPPICE_INVALID_DATA where the dataset lacks a feature or is of another width. Both
  /// must outlive this object.
  aligned_rows(const dataset& examples, const training_report& model);

  [[nodiscard]] std::int64_t rows() const noexcept { return examples_.rows(); }

  /// A row as the model wants it. `scratch` is one thread's own, for reuse.
  void copy_row(std::int64_t row, std::vector<double>& scratch, double* out) const;

 private:
  const dataset& examples_;
  std::int64_t features_;              // the model's
  std::vector<std::int64_t> columns_;  // of each of the model's features; empty where in order
};

/// Throws COPPICE_INVALID_DATA: so many features are not the model's.
[[noreturn]] void fail_width(std::int64_t got, const training_report& model);

}  // namespace coppice
