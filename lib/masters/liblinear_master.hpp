// The restricted master as Shen & Liu solved it: by LIBLINEAR, from nothing, every time. For
// comparison with margin_master (whose problem, equations and normalisations it shares), which is
// faster and closer.
//
// Squared hinge by the primal trust-region Newton method (-s 2); the multipliers, which LIBLINEAR
// keeps to itself, are alpha_i = 2 c_i xi_i. Hinge by dual coordinate descent (-s 3), in which
// every row has one feature more, of its own and of height delta = 1e-4: its weight is
// delta y_i alpha_i, and it moves the objective by at most delta^2 sum c_i^2 / 2. A penalised bias
// is a column of height bias_scale.
//
// What LIBLINEAR is asked for follows from the relative gap that is wanted; its 1000 sweeps may end
// before that on hard problems. Objective and gap are those of the true problem, computed here.
#pragma once

#include <memory>

#include "core/progress.hpp"
#include "masters/margin_master.hpp"

namespace coppice {

/// Throws for what LIBLINEAR cannot do: least squares, a free bias, costs that differ within a
/// class; COPPICE_UNAVAILABLE where it is not installed. The report must outlive the master, and is
/// not polled while LIBLINEAR works.
std::unique_ptr<master> make_liblinear_master(margin_problem problem, progress& report);

}  // namespace coppice
