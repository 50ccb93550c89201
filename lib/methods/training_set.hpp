// What a method trains on: the rows with a positive weight (a row of weight 0 is no row, neither
// to the loss nor to what pools look at), labels checked. With balanced classes the weights c_i of
// every class k sum up to the same,
//
//     c_i (sum of all weights) / (K * sum of the weights of class k).
#pragma once

#include <memory>
#include <vector>

#include "data/dataset.hpp"

namespace coppice {

class binary_training_set {
 public:
  /// Throws when the set has no labels, more or fewer than two classes, or no weight in a class.
  /// `method` is named in messages.
  binary_training_set(const dataset& given, const char* method, const progress& report,
                      bool balanced = false);

  [[nodiscard]] const dataset& examples() const noexcept { return kept_ ? *kept_ : given_; }
  [[nodiscard]] const std::vector<double>& signs() const noexcept { return signs_; }  // -1 or +1
  [[nodiscard]] const std::vector<double>& weights() const noexcept { return weights_; }  // > 0

 private:
  const dataset& given_;
  std::unique_ptr<dataset> kept_;  // only where rows had to go
  std::vector<double> signs_;
  std::vector<double> weights_;
};

}  // namespace coppice
