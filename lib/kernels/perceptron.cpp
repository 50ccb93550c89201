// The perceptron kernel (Lin & Li, definition 9 and theorem 9), which embodies all perceptrons:
//
//     K(x, z) = Delta_P - ||x - z||_2,     Delta_P = R sqrt(pi) Gamma((D + 1) / 2) / Gamma(D / 2),
//
// where R is the largest norm of a row in training and D the number of features. The SVM does not
// see Delta_P (theorem 10), so it counts only where the kernel is a factor of another.
#include "core/dense_kernels.hpp"
#include "kernels/kernel.hpp"

namespace coppice {

const kernel_kind& perceptron_kernel();

namespace {

/// sqrt(pi) Gamma((D + 1) / 2) / Gamma(D / 2): 1 for D = 1, pi / 2 for D = 2, and (D + 1) / D times
/// as much for D + 2 as for D. (The C library's lgamma writes to a variable of all threads.)
double ratio_of_spheres(std::int64_t features) {
  constexpr double half_pi = 1.5707963267948966;
  double ratio = features % 2 == 1 ? 1 : half_pi;
  for (std::int64_t d = features % 2 == 1 ? 1 : 2; d < features; d += 2)
    ratio *= static_cast<double>(d + 1) / static_cast<double>(d);
  return ratio;
}

void of_squares(const std::vector<double>& numbers, double* sums, std::int64_t count) {
  // Sums of sparse rows may be rounded below 0.
  kernels_of_dense().subtract_roots(numbers[0], sums, count);
}

pair_function perceptron_pairs(const pair_setting& setting) {
  const double constant =
      setting.full ? setting.extent.radius * ratio_of_spheres(setting.extent.width) : 0;
  pair_function made;
  made.term = pair_term::square;
  made.numbers = {constant};
  made.of_sums = of_squares;
  made.diagonal = constant;
  return made;
}

}  // namespace

const kernel_kind& perceptron_kernel() {
  static const kernel_kind kind = {"perceptron",
                                   "embodies all perceptrons: -|x - x'|_2, but for a constant",
                                   {},
                                   extent_wanted::radius,
                                   perceptron_pairs};
  return kind;
}

}  // namespace coppice
