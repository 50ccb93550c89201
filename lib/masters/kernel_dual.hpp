// The dual of kernel machines (kernel_problem.hpp), for any kernel, by working sets
// (working_sets.hpp).
//
// Where the matrix is larger than its budget of memory, rows rest (the shrinking of Joachims,
// "Making large-scale SVM learning practical", 1999): those whose decision values hold them at
// their bounds take no part, and rows of the matrix have no values for them. When the others'
// problem is solved, the decision values of all rows are computed, and those that they contradict
// take part again. At first all rest but a sample, whose matrix the budget holds.
#pragma once

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/gram_rows.hpp"
#include "masters/kernel_problem.hpp"
#include "masters/working_sets.hpp"

namespace coppice {

/// From `multiple` times beta of a solution of the same problem with other costs, null for none. It
/// stalls where rounding allows no more, and after an effort of `most`. Throws `interruption` only
/// where nothing is to be kept; a solution that was interrupted is feasible, and its gap is that of
/// what was reached. `gram` is left with the columns that it had last.
kernel_solution solve(const kernel_problem& problem, gram_rows& gram, thread_team& team,
                      progress& report, const working_effort& most,
                      const kernel_solution* from = nullptr, double multiple = 1);

}  // namespace coppice
