// Calibrated probabilities: one sigmoid for each score f,
//
//     P = 1 / (1 + exp(-z)),   z = slope f + offset,   slope > 0.
//
// Two classes have one score, and P is the probability of the later class. With K > 2 classes P_k
// is the probability of class k against all others, and the probabilities are
//
//     P_k / (P_1 + .. + P_K)
//
// (Zadrozny & Elkan, "Transforming classifier scores into accurate multiclass probability
// estimates", KDD 2002: one-against-all estimates, normalised). All are finite, whatever z is.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace coppice {

struct sigmoid {
  double slope;
  double offset;

  struct probabilities {
    double earlier;
    double later;
  };

  [[nodiscard]] double argument(double decision) const { return slope * decision + offset; }

  /// The smaller one as it is, however small; the other is what is left of 1.
  [[nodiscard]] probabilities of(double decision) const {
    const double z = argument(decision);
    const double e = std::exp(-std::abs(z));
    const double smaller = e / (1 + e);
    return z >= 0 ? probabilities{smaller, 1 - smaller} : probabilities{1 - smaller, smaller};
  }
};

/// A probability for each class from one decision value a sigmoid: two for one sigmoid, else as
/// many as there are. `out` may be `decisions`.
void probabilities_of(const std::vector<sigmoid>& sigmoids, const double* decisions, double* out);

/// The index of the class that a row's `scores` decision values say, calibrated or, without
/// sigmoids, not: of one score the later class where it has the larger probability or f >= 0, of
/// more the class of the largest probability or score, the first of equals. Overwrites `decisions`.
std::int64_t class_of(const std::vector<sigmoid>& sigmoids, double* decisions, std::int64_t scores);

}  // namespace coppice
