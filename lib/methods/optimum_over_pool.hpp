// The optimum P* of the soft-margin SVM (P) over every learner of a finite pool, at which column
// generation would end: the price of the sparsity of J learners is (P_J - P*) / P*.
//
// No learner has to be generated for it, as the SVM of the kernel
//
//     K(x, z) = sum over h in H of h(x) h(z)
//
// has the same optimum. Of the stumps at the midpoints K is twice the middle-stump kernel, so that
// P* with cost C is half the optimum of that kernel with cost 2C.
#pragma once

#include <functional>

#include "methods/method.hpp"
#include "methods/training_set.hpp"

namespace coppice {

/// Computes P* to within a share of 1e-6, from below; NaN where rounding ends the solver before.
/// Both arguments outlive the function. Throws COPPICE_INVALID_ARGUMENT or COPPICE_INVALID_DATA
/// where no kernel stands for the pool, the loss and the bias that are asked for.
std::function<double()> optimum_over_pool(const training_set& training, const fit_request& request);

}  // namespace coppice
