// The training rows as masters of K classes see them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/output_code.hpp"

namespace coppice {

struct classified_rows {
  std::vector<std::int32_t> labels;  // classes, all of which occur
  std::int64_t classes;
  std::vector<double> costs;    // c_i > 0, by which rows count in the loss
  std::vector<double> weights;  // > 0, by which they count in the training error

  /// Where this is not null, its bits are learned instead of the classes.
  std::shared_ptr<const output_code> code = {};

  /// Values a row to be learned: the bits of the code, or decision values as models have them.
  [[nodiscard]] std::int64_t scores() const noexcept {
    if (code != nullptr) return code->bits();
    return classes == 2 ? 1 : classes;
  }
  /// -1 or +1: of two classes which one, of more whether score `score` is that of the class; with a
  /// code, bit `score` of the class's word.
  [[nodiscard]] double sign(std::int64_t label, std::int64_t score) const {
    if (code != nullptr) return code->sign(label, score);
    return label == (classes == 2 ? 1 : score) ? 1 : -1;
  }
  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(labels.size());
  }
};

}  // namespace coppice
