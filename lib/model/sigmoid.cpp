#include "model/sigmoid.hpp"

#include <algorithm>

namespace coppice {
namespace {

/// log(1 / (1 + exp(-z))), without overflow.
double log_probability(double z) {
  return std::min(z, 0.0) - std::log1p(std::exp(-std::abs(z)));
}

}  // namespace

/// Through logarithms less the largest one, so that the largest probability is at least 1 / K where
/// all P_k are too small for a double.
void probabilities_of(const std::vector<sigmoid>& sigmoids, const double* decisions, double* out) {
  if (sigmoids.size() == 1) {
    const sigmoid::probabilities p = sigmoids.front().of(*decisions);
    out[0] = p.earlier;
    out[1] = p.later;
    return;
  }
  double* const end = out + sigmoids.size();
  for (std::size_t k = 0; k < sigmoids.size(); ++k)
    out[k] = log_probability(sigmoids[k].argument(decisions[k]));
  const double largest = *std::max_element(out, end);
  double sum = 0;
  for (double* p = out; p != end; ++p) {
    *p = *p == largest ? 1 : std::exp(*p - largest);  // both may be -infinity
    sum += *p;
  }
  for (double* p = out; p != end; ++p) *p /= sum;
}

std::int64_t class_of(const std::vector<sigmoid>& sigmoids, double* decisions,
                      std::int64_t scores) {
  if (scores == 1) {
    if (sigmoids.empty()) return *decisions >= 0 ? 1 : 0;
    const sigmoid::probabilities p = sigmoids.front().of(*decisions);
    return p.later >= p.earlier ? 1 : 0;
  }
  if (!sigmoids.empty()) probabilities_of(sigmoids, decisions, decisions);
  return std::max_element(decisions, decisions + scores) - decisions;
}

}  // namespace coppice
