// The dual of kernel machines (kernel_problem.hpp), for any kernel.
//
// Solved by working sets (Joachims, "Making large-scale SVM learning practical", 1999): of the rows
// that violate the optimality conditions most, whose matrix is at hand, the problem is solved by
// pair_descent, all others held; then all decision values follow. Rows of K are asked for many at
// once, which is what makes them cheap. The sum of beta never changes.
#pragma once

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/gram_rows.hpp"
#include "masters/kernel_problem.hpp"

namespace coppice {

/// From `multiple` times beta of a solution of the same problem with other costs, null for none. It
/// stalls where rounding allows no more, and after `most_iterations`. Throws `interruption` only
/// where nothing is to be kept; a solution that was interrupted is feasible, and its gap is that of
/// what was reached.
kernel_solution solve(const kernel_problem& problem, gram_rows& gram, thread_team& team,
                      progress& report, std::int64_t most_iterations,
                      const kernel_solution* from = nullptr, double multiple = 1);

}  // namespace coppice
