// The restricted master of MultiBoost (Shen & Hao 2011): the exponential loss of the margins of K
// classes, totally corrective, with an l1 penalty,
//
//     min over W of  P = sum_{i, r != y_i} c_i exp(-rho_ir) + theta |W|_1,
//     rho_ir = F_{y_i}(x_i) - F_r(x_i),    F_r = sum_j w_jr h_j.
//
// The paper has W >= 0 and a pool that holds h and -h; here every h comes with both, and W has
// either sign. With U_ir = c_i exp(-rho_ir) the dual is to maximise sum U_ir (1 - ln(U_ir / c_i))
// under |V_r'h| <= theta for all h and r,
//
//     V_ir = sum_{r' != r} U_ir' where r is y_i, else -U_ir:
//
// V is the residual, and U, scaled down until the largest score is theta, is a feasible point. Two
// classes have one score, F_2 - F_1, which is all that their margins depend on.
//
// Method: Newton on a smoothed penalty (penalty_newton.hpp), warm-started. The whole Hessian is
// only multiplied with, which costs what a gradient does; the part of the weights that are free to
// move is computed (margin_hessian.hpp). The loss does not change where the weights of a learner
// move by as much for all classes; their penalty is the least where their median is 0.
#pragma once

#include <memory>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/classified_rows.hpp"
#include "masters/master.hpp"

namespace coppice {

/// Solved to a relative gap of `tolerance`. The team and the report must outlive the master.
std::unique_ptr<master> make_exponential_master(classified_rows rows, double theta,
                                                double tolerance, thread_team& team,
                                                progress& report);

}  // namespace coppice
