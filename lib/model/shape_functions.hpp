// An ensemble whose learners look at one feature each, or at none, is a generalised additive model:
//
//     f_s(x) = b_s + sum_d F_ds(x_d),       F_ds(x_d) = sum of w_js h_j(x) over the h_j of feature
//     d,
//
// where b_s is the intercept, the bias and what learners that look at no feature add to it. What
// feature d does is then all in F_d, its shape function.
#pragma once

#include <cstdint>
#include <vector>

#include "model/ensemble.hpp"

namespace coppice {

learner_features features_of_learners(const learner_sequence& learners);

/// b of all scores.
std::vector<double> intercept(const ensemble_parts& parts,
                              const std::vector<std::int64_t>& feature_of_learner);

/// F_d of all scores, as points of 1 + scores numbers, x and F_d1(x) .. F_dS(x): of numbers two for
/// each step, in ascending order, before and behind it, or one where there is none; of a category
/// one for each level. The last has x = NaN, and is what missing values have. None where no learner
/// looks at the feature. Throws COPPICE_UNAVAILABLE where one that does is not made of steps.
std::vector<double> shape_function(const ensemble_parts& parts,
                                   const std::vector<std::int64_t>& feature_of_learner,
                                   std::int64_t feature, std::int64_t levels);

}  // namespace coppice
