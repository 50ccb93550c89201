// Reads rows of the features that a pool looks at: all of them, or a view.
#pragma once

#include <vector>

#include "pools/pool.hpp"

namespace coppice {

class row_reader {
 public:
  explicit row_reader(const pool_setting& setting)
      : values_(setting.examples.values()), features_(setting.features.get()) {}

  [[nodiscard]] std::int64_t width() const {
    return features_ != nullptr ? static_cast<std::int64_t>(features_->size()) : values_.features();
  }

  /// Writes the width() values of a row.
  void read(std::int64_t row, double* out) const {
    if (features_ == nullptr) return values_.copy_row(row, out);
    values_.copy_row_at(row, features_->data(), width(), out);
  }

 private:
  const feature_matrix& values_;
  const std::vector<std::int64_t>* features_;
};

}  // namespace coppice
