// A calibrated model's probability of the later of two classes, by the decision value f:
//
//     P = 1 / (1 + exp(-(slope f + offset))),   slope > 0
//
// It rises with f. The class is the one with the larger P, the later one of equals.
#pragma once

#include <cmath>

namespace coppice {

struct sigmoid {
  double slope;
  double offset;

  struct probabilities {
    double earlier;
    double later;
  };

  /// The smaller one as it is, however small; the other is what is left of 1.
  [[nodiscard]] probabilities of(double decision) const {
    const double z = slope * decision + offset;
    const double e = std::exp(-std::abs(z));
    const double smaller = e / (1 + e);
    return z >= 0 ? probabilities{smaller, 1 - smaller} : probabilities{1 - smaller, smaller};
  }
  [[nodiscard]] bool is_later(double decision) const {
    const probabilities p = of(decision);
    return p.later >= p.earlier;
  }
};

}  // namespace coppice
