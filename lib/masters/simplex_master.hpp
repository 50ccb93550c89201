// The restricted master of CGEns-SLS (Shen & Liu): least squares on the simplex code, problem (10)
// over J learners. L is the rows x (K - 1) matrix whose row i is the code of class y_i,
//
//     min over W, b of  1/2 |W|^2 + 1/2 sum_i c_i |L_i - W'phi_i - b|^2,
//
// c_i being C times the row's weight. At its optimum the residuals U_i = c_i (L_i - f_i) are the
// dual: 1'U = 0 and W = Phi'U. At any (W, b) whose U sums up to 0, the gap is |W - Phi'U|^2 / 2.
//
// Method: with columns centred by the weights c, W = A^-1 Phi~'diag(c)L, A = I + Phi~'diag(c)Phi~.
// A new column h costs O(NJ + J^2): its ridge regression on the others, a = A^-1 Phi~'diag(c)h~,
// leaves r = h~ - Phi~a and grows A's Cholesky factor by a row. U then moves along s = diag(c)r,
//
//     w = U'h~ / d,    U -= s w',    W -= a w',    d = 1 + a'a + r's  (>= 1, however r is rounded).
//
// This is (20), which the paper does with an N x N matrix. Now and then U is made anew from (W, b),
// the gap is measured, and where it is more than rounding, W is refined with the same factor.
#pragma once

#include <memory>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/classified_rows.hpp"
#include "masters/master.hpp"

namespace coppice {

/// The residuals are priced by `rule`. The team and the report must outlive the master.
std::unique_ptr<master> make_simplex_master(classified_rows rows, merit_rule rule,
                                            thread_team& team, progress& report);

}  // namespace coppice
