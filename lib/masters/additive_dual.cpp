#include "masters/additive_dual.hpp"

#include <cmath>
#include <utility>

#include "core/bring_in.hpp"
#include "core/row_sums.hpp"
#include "masters/additive_certificate.hpp"
#include "masters/kernel_column.hpp"
#include "masters/sampling_order.hpp"
#include "masters/sampling_solver.hpp"

namespace coppice {
namespace {

/// The problem with its rows at other places.
kernel_problem reordered(const kernel_problem& problem, const std::vector<std::int32_t>& places,
                         thread_team& team, const progress& report) {
  kernel_problem moved;
  moved.tolerance = problem.tolerance;
  for (std::vector<double>* const numbers : {&moved.targets, &moved.low, &moved.high})
    assign_rows(*numbers, places.size(), 0.0, team, report);
  for_rows(team, report, static_cast<std::int64_t>(places.size()), 3,
           [&](std::int64_t first, std::int64_t last) {
             for (std::int64_t i = first; i < last; ++i) {
               moved.targets[places[i]] = problem.targets[i];
               moved.low[places[i]] = problem.low[i];
               moved.high[places[i]] = problem.high[i];
             }
           });
  return moved;
}

}  // namespace

additive_dual::additive_dual(const kernel_problem& problem, const kernel& by,
                             const feature_matrix& rows, thread_team& team, progress& report)
    : by_(by),
      rows_(rows),
      team_(team),
      report_(report),
      places_(sampling_order(problem, team, report)),
      gram_(by.additive_parts(), rows, places_, team, report),
      scale_(gram_.mean_distance(team, report)) {}

kernel_solution additive_dual::solve(const kernel_problem& problem) {
  return solve_by(problem, [&](sampling_solver& solver) {
    if (solved_.is_empty()) return;
    const double cost = cost_of(problem);
    solver.go_on(solved_, cost,
                 best_multiple(half_norm_, dual_objective_, cost / solved_.last_cost()));
  });
}

kernel_solution additive_dual::solve_from(const std::vector<double>& beta,
                                          const kernel_problem& problem) {
  return solve_by(problem, [&](sampling_solver& solver) {
    std::vector<double> in_order(beta.size());
    for (std::size_t i = 0; i < beta.size(); ++i) in_order[places_[i]] = beta[i];
    solver.go_on(std::move(in_order));
  });
}

/// From where begin(solver) leads; from nothing where that is not solved.
template <class Begin>
kernel_solution additive_dual::solve_by(const kernel_problem& problem, const Begin& begin) {
  kernel_solution found;
  const kernel_problem in_order = reordered(problem, places_, team_, report_);
  additive_certificate certificate(in_order, gram_, team_, report_, found.course);
  sampling_solver solver(in_order, gram_, certificate, scale_, memory_, team_, report_);
  const double cost = cost_of(problem);
  try {
    begin(solver);
    if (!certificate.is_solved()) solver.run();
    if (!certificate.is_solved()) found.stop_reason = "stalled";
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    found.stop_reason = asked.reason;
  }
  const certified_point& best = certificate.best();
  const progress unheard;
  assign_rows(found.beta, places_.size(), 0.0, team_, unheard);
  assign_rows(found.decisions, places_.size(), 0.0, team_, unheard);
  const double magnitudes =
      sum_over_rows(team_, unheard, static_cast<std::int64_t>(places_.size()), 1, 1,
                    [&](std::int64_t first, std::int64_t last, double* sum) {
                      for (std::int64_t i = first; i < last; ++i) {
                        found.beta[i] = best.beta[places_[i]];
                        found.decisions[i] = best.sums[places_[i]] + best.bias;
                        *sum += std::abs(found.beta[i]);
                      }
                    })[0];
  found.objective = best.objective;
  found.dual_objective = best.dual_objective;
  found.rounding = 1e-12 * magnitudes * scale_;
  found.bias = found.decisions.front() - kernel_sum(by_, rows_, found.beta, 0, team_, unheard);
  if (certificate.is_solved())
    solved_.add(std::move(solver.at()), cost);
  else
    solved_.clear();
  half_norm_ = found.half_norm = best.half_norm;
  dual_objective_ = best.dual_objective;
  return found;
}

}  // namespace coppice
