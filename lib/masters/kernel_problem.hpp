// The dual of kernel machines (problem P2 of Lin & Li, "Support vector machinery for infinite
// ensemble learning", and its kin):
//
//     min 1/2 beta'K beta - t'beta    with    sum of beta = 0,   low_i <= beta_i <= high_i
//
// over one coefficient a row, with low_i <= 0 <= high_i. The machine's decision value is
// f(x) = sum_i beta_i K(x_i, x) + b, and the primal problem
//
//     min 1/2 beta'K beta + sum_i max(low_i z_i, high_i z_i),      z_i = t_i - f(x_i).
//
// Of the SVM for classes y_i = -1, +1 beta_i = y_i lambda_i, t_i = y_i, and beta_i lies
// between 0 and y_i C_i.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"

namespace coppice {

struct kernel_problem {
  std::vector<double> targets;  // t
  std::vector<double> low;
  std::vector<double> high;
  double tolerance = 1e-3;  // relative gap at which it is solved
};

/// Both objectives after an iteration.
struct kernel_progress {
  double objective;
  double dual_objective;
};

struct kernel_solution {
  std::vector<double> beta;
  double bias = 0;
  double objective = 0;                 // of the primal problem
  double dual_objective = 0;            // its lower bound
  double half_norm = 0;                 // beta'K beta / 2
  std::vector<double> decisions;        // f(x_i), to within `rounding`
  double rounding = 0;                  // of sums in another order
  std::vector<kernel_progress> course;  // one an iteration: what it reached
  bool was_indefinite = false;          // K had negative curvature
  const char* stop_reason = "tolerance";
};

/// The gap of two objectives, relative to that of the primal problem.
inline double relative_gap(double objective, double dual_objective) {
  return (objective - dual_objective) /
         std::max(std::abs(objective), std::numeric_limits<double>::min());
}

/// The multiple of a solution's beta at which the dual objective is largest, where its bounds are
/// `ratio` times as far: where they are met nowhere it stays the solution.
double best_multiple(double half_norm, double dual_objective, double ratio);

/// The costs of all rows together.
double cost_of(const kernel_problem& problem);

/// The sum of the losses of decision values sums_i + bias.
double losses(const kernel_problem& problem, const std::vector<double>& sums, double bias,
              thread_team& team, const progress& report);

}  // namespace coppice
