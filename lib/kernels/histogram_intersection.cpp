// The histogram intersection kernel: K(x, z) = sum_d min(x_d, z_d). To the SVM it is half the stump
// kernel, since 2 min(a, b) = a + b - |a - b| and y'lambda = 0 takes away what one row adds alone.
#include "kernels/kernel.hpp"

namespace coppice {

const kernel_kind& histogram_intersection_kernel();

namespace {

pair_function histogram_intersection_pairs(const pair_setting& /*setting*/) {
  pair_function made;
  made.term = pair_term::minimum;
  made.additive = {0.5, 0.5, 0};
  return made;
}

}  // namespace

const kernel_kind& histogram_intersection_kernel() {
  static const kernel_kind kind = {"histogram-intersection",
                                   "of histograms: the sum of min(x, x') over features",
                                   {},
                                   extent_wanted::nothing,
                                   histogram_intersection_pairs};
  return kind;
}

}  // namespace coppice
