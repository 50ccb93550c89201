#include "core/random.hpp"

#include <cmath>

namespace coppice {
namespace {

/// The natural logarithm of a normal number > 0, in operations that IEEE 754 rounds alike on every
/// machine, which the C library's logarithm does not promise: with x = m 2^e and
/// t = (m - 1) / (m + 1), log x = e log 2 + 2 (t + t^3 / 3 + t^5 / 5 + ...).
double natural_log(double x) {
  constexpr double log_2 = 0.69314718055994530942;
  constexpr double root_half = 0.70710678118654752440;
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < root_half) {
    m *= 2;
    --exponent;
  }
  const double t = (m - 1) / (m + 1);
  double series = 0;
  for (int k = 23; k >= 1; k -= 2) series = series * t * t + 1.0 / k;
  return exponent * log_2 + 2 * t * series;
}

}  // namespace

/// Marsaglia's polar method: a point drawn uniformly from the unit disc, stretched.
double random_numbers::normal() {
  has_spare_ = !has_spare_;
  if (!has_spare_) return spare_;
  double u = 0;
  double v = 0;
  double square = 0;
  do {
    u = 2 * uniform() - 1;
    v = 2 * uniform() - 1;
    square = u * u + v * v;
  } while (square >= 1 || square == 0);
  const double stretch = std::sqrt(-2 * natural_log(square) / square);
  spare_ = v * stretch;
  return u * stretch;
}

}  // namespace coppice
