// The stump kernel (Lin & Li, definition 4 and theorem 3), which embodies all decision stumps:
//
//     K(x, z) = Delta_S - ||x - z||_1,     Delta_S = 1/2 sum_d (R_d - L_d),
//
// where L_d and R_d are the least and the largest value of feature d in training, unless the
// options lower and upper name them. The SVM does not see Delta_S (theorem 4), so the kernel is
// -||x - z||_1 where it stands for itself, and whole, with rows clipped to [L_d, R_d], where others
// are multiplied by it.
#include "kernels/common_functions.hpp"
#include "kernels/kernel.hpp"
#include "kernels/range_options.hpp"

namespace coppice {

const kernel_kind& stump_kernel();

namespace {

pair_function stump_pairs(const pair_setting& setting) {
  if (!setting.full) return constant_less_distance(0);
  pair_function made = constant_less_distance(setting.extent.half_range());
  made.mapping = row_mapping::clipped;
  return made;
}

}  // namespace

const kernel_kind& stump_kernel() {
  static const kernel_kind kind = {"stump",
                                   "embodies all decision stumps: -|x - x'|_1, but for a constant",
                                   {lower_option(), upper_option()},
                                   extent_wanted::range,
                                   stump_pairs};
  return kind;
}

}  // namespace coppice
