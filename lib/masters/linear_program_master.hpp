// The restricted master of LPBoost (Demiriz, Bennett & Shawe-Taylor 2002): the soft margin with an
// l1 penalty and no bias,
//
//     min over w of  P = |w|_1 + sum_i c_i max(0, 1 - y_i f_i),    f = Phi w,
//     max over a of  D = sum_i a_i,  |sum_i y_i a_i h(x_i)| <= 1 for all h,  0 <= a_i <= c_i,
//
// c_i being C times the row's weight. The paper has w >= 0 and a pool that holds h and -h; that is
// a learner with a weight of either sign.
//
// The dual simplex method (dual_simplex.hpp) solves it, but is not taken at its word: the objective
// is that of w, and a, cut to its bounds and scaled down until no score exceeds 1, is a feasible
// point.
#pragma once

#include <memory>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/classified_rows.hpp"
#include "masters/master.hpp"

namespace coppice {

/// Of two classes. The team and the report must outlive the master.
std::unique_ptr<master> make_linear_program_master(classified_rows rows, thread_team& team,
                                                   progress& report);

}  // namespace coppice
