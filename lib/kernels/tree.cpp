// The tree kernel (Lin & Li, definition 18), which embodies all decision trees of stumps:
//
//     K(x, z) = exp(gamma (K_S(x, z) + Delta_S)) - 1 = exp(gamma (2 Delta_S - ||x - z||_1)) - 1
//
// of rows clipped to [L_d, R_d], K_S and Delta_S as of the stump kernel. It is positive definite
// for every gamma > 0; that it embodies trees is proven for gamma < 1 / Delta_S (theorem 18).
#include <cmath>

#include "core/error.hpp"
#include "core/exponential.hpp"
#include "kernels/gamma.hpp"
#include "kernels/kernel.hpp"
#include "kernels/range_options.hpp"

namespace coppice {

const kernel_kind& tree_kernel();

namespace {

void tree_values(const std::vector<double>& numbers, double* sums, std::int64_t count) {
  for (std::int64_t k = 0; k < count; ++k) sums[k] = numbers[1] - sums[k];
  exponentiate(numbers[0], sums, count);
  for (std::int64_t k = 0; k < count; ++k) sums[k] -= 1;
}

pair_function tree_pairs(const pair_setting& setting) {
  const double half_range = setting.extent.half_range();
  const double gamma =
      settled_gamma(setting.options, setting.extent.width, setting.extent.deviation);
  pair_function made;
  made.term = pair_term::absolute;
  made.numbers = {gamma, 2 * half_range};
  made.of_sums = tree_values;
  made.mapping = row_mapping::clipped;
  made.diagonal = std::expm1(2 * gamma * half_range);
  if (!std::isfinite(*made.diagonal))
    fail(COPPICE_INVALID_ARGUMENT, "option gamma of kernel tree is ", gamma,
         ", where half the sum of the features' ranges is ", half_range,
         "; expected a product of the two below 350: larger values of the kernel overflow");
  if (gamma * half_range >= 1)
    made.warnings.push_back(
        text("kernel tree has gamma = ", gamma, ", not below ", 1 / half_range,
             ", the inverse of half the sum of the features' ranges: it is a kernel, but not known "
             "to embody decision trees"));
  return made;
}

}  // namespace

const kernel_kind& tree_kernel() {
  static const kernel_kind kind = {
      "tree",
      "embodies all decision trees: exp(gamma (K + D)) - 1, K the stump kernel, D = K(x, x)",
      {gamma_option(scatter_of_distances), lower_option(), upper_option()},
      extent_wanted::range_and_scatter,
      tree_pairs};
  return kind;
}

}  // namespace coppice
