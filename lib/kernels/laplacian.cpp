// The Laplacian kernel, which embodies all products (XOR) of decision stumps (Lin & Li, theorem
// 16):
//
//     K(x, z) = exp(-gamma ||x - z||_1)
#include "kernels/common_functions.hpp"
#include "kernels/gamma.hpp"
#include "kernels/kernel.hpp"

namespace coppice {

const kernel_kind& laplacian_kernel();

namespace {

pair_function laplacian_pairs(const pair_setting& setting) {
  const double gamma =
      settled_gamma(setting.options, setting.extent.width, setting.extent.deviation);
  return falling_exponential(pair_term::absolute, gamma);
}

}  // namespace

const kernel_kind& laplacian_kernel() {
  static const kernel_kind kind = {
      "laplacian",
      "embodies all products of decision stumps: exp(-gamma |x - x'|_1)",
      {gamma_option(scatter_of_distances)},
      extent_wanted::scatter,
      laplacian_pairs};
  return kind;
}

}  // namespace coppice
