// The Gaussian kernel: K(x, z) = exp(-gamma ||x - z||_2^2).
#include "kernels/common_functions.hpp"
#include "kernels/gamma.hpp"
#include "kernels/kernel.hpp"

namespace coppice {

const kernel_kind& gaussian_kernel();

namespace {

pair_function gaussian_pairs(const pair_setting& setting) {
  const double gamma =
      settled_gamma(setting.options, setting.extent.width, setting.extent.variance);
  return falling_exponential(pair_term::square, gamma);
}

}  // namespace

const kernel_kind& gaussian_kernel() {
  static const kernel_kind kind = {"gaussian",
                                   "the Gaussian kernel: exp(-gamma |x - x'|_2^2)",
                                   {gamma_option(scatter_of_squares)},
                                   extent_wanted::scatter,
                                   gaussian_pairs};
  return kind;
}

}  // namespace coppice
