// The training rows as masters of K classes see them.
#pragma once

#include <cstdint>
#include <vector>

namespace coppice {

struct classified_rows {
  std::vector<std::int32_t> labels;  // classes, all of which occur
  std::int64_t classes;
  std::vector<double> costs;    // c_i > 0, by which rows count in the loss
  std::vector<double> weights;  // > 0, by which they count in the training error

  /// Decision values a row, as models have them.
  [[nodiscard]] std::int64_t scores() const noexcept { return classes == 2 ? 1 : classes; }
  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(labels.size());
  }
};

}  // namespace coppice
