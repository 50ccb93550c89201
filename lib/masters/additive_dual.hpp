// The dual of kernel machines (kernel_problem.hpp) where the kernel is additive: by the proximal
// Newton method of additive_newton.hpp, on samples of the rows that grow eightfold, each of which
// starts where the one before ended. Of a sample only those rows take part whose loss may be
// positive, and at the end all rows say how large the gap is.
#pragma once

#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/feature_matrix.hpp"
#include "kernels/kernel.hpp"
#include "masters/kernel_problem.hpp"

namespace coppice {

/// For kernels whose additive_gram::exists(). Interrupted, it has the best machine so far; throws
/// `interruption` where nothing is to be kept, or columns were still being sorted. Throws
/// COPPICE_INVALID_DATA where distances of rows are not finite.
kernel_solution solve_additive(const kernel_problem& problem, const kernel& by,
                               const feature_matrix& rows, thread_team& team, progress& report);

}  // namespace coppice
