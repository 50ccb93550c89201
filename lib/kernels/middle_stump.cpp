// The kernel of middle stumps (Lin & Li, section 4.2), which embodies the stumps whose thresholds
// are the midpoints between neighbouring values in training, those that AdaBoost and CGEns choose
// from:
//
//     K(x, z) = 1/2 sum_d sum_m s(x_d, m) s(z_d, m),      s(v, m) = +1 if v > m, else -1,
//
// over the midpoints m of feature d. As s differs at the midpoints between x_d and z_d only, this
// is M / 2 less the number of midpoints between x and z in all features, M being that of all
// midpoints: the stump kernel of ranks. The SVM does not see M / 2, which counts where the kernel
// is a factor.
#include "kernels/common_functions.hpp"
#include "kernels/kernel.hpp"

namespace coppice {

const kernel_kind& middle_stump_kernel();

namespace {

pair_function middle_stump_pairs(const pair_setting& setting) {
  double midpoints = 0;
  for (const std::vector<double>& of_feature : setting.extent.midpoints)
    midpoints += static_cast<double>(of_feature.size());
  pair_function made = constant_less_distance(setting.full ? midpoints / 2 : 0);
  made.mapping = row_mapping::ranks;
  return made;
}

}  // namespace

const kernel_kind& middle_stump_kernel() {
  static const kernel_kind kind = {"middle-stump",
                                   "embodies the decision stumps at midpoints between values",
                                   {},
                                   extent_wanted::midpoints,
                                   middle_stump_pairs};
  return kind;
}

}  // namespace coppice
