// Reads rows of the features that a pool looks at: all of them, or a view.
#pragma once

#include <vector>

#include "pools/pool.hpp"

namespace coppice {

class row_reader {
 public:
  explicit row_reader(const pool_setting& setting)
      : values_(setting.examples.values()), features_(setting.features.get()) {
    if (features_ != nullptr) whole_.resize(static_cast<std::size_t>(values_.features()));
  }

  [[nodiscard]] std::int64_t width() const {
    return features_ != nullptr ? static_cast<std::int64_t>(features_->size()) : values_.features();
  }

  /// Writes the width() values of a row.
  void read(std::int64_t row, double* out) {
    if (features_ == nullptr) return values_.copy_row(row, out);
    values_.copy_row(row, whole_.data());
    for (const std::int64_t feature : *features_) *out++ = whole_[feature];
  }

 private:
  const feature_matrix& values_;
  const std::vector<std::int64_t>* features_;
  std::vector<double> whole_;
};

}  // namespace coppice
