#include "masters/kernel_solver.hpp"

#include <string_view>
#include <utility>

#include "masters/additive_gram.hpp"
#include "masters/kernel_dual.hpp"

namespace coppice {
namespace {

/// Of two solutions, one after the other.
kernel_solution better_of(kernel_solution first, kernel_solution second) {
  first.course.insert(first.course.end(), second.course.begin(), second.course.end());
  first.stop_reason = second.stop_reason;
  if (relative_gap(first.objective, first.dual_objective) <
      relative_gap(second.objective, second.dual_objective))
    return first;
  second.course = std::move(first.course);
  return second;
}

}  // namespace

kernel_solver::kernel_solver(const kernel& by, const feature_matrix& rows,
                             const kernel_solver_options& options, thread_team& team,
                             progress& report)
    : by_(by), rows_(rows), options_(options), team_(team), report_(report) {
  options_.by_newton = options.by_newton && additive_gram::exists(by.additive_parts(), rows.rows());
}

kernel_solution kernel_solver::solve(const kernel_problem& problem) {
  if (!options_.by_newton) return solve_by_working_sets(problem);
  if (newton_ == nullptr)
    newton_ = std::make_unique<additive_dual>(problem, by_, rows_, team_, report_);
  kernel_solution first = newton_->solve(problem);
  if (first.stop_reason != std::string_view("stalled")) return first;
  try {
    kernel_solution second = solve_by_working_sets(problem);
    return better_of(std::move(first), std::move(second));
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    first.stop_reason = asked.reason;
    return first;
  }
}

kernel_solution kernel_solver::solve_by_working_sets(const kernel_problem& problem) {
  if (!gram_) {
    points_ = by_.points_of(rows_, report_);
    gram_.emplace(*points_, rows_, options_.megabytes, team_, report_);
  }
  const double cost = cost_of(problem);
  kernel_solution found =
      last_cost_ > 0
          ? coppice::solve(problem, *gram_, team_, report_, &last_,
                           best_multiple(last_.half_norm, last_.dual_objective, cost / last_cost_))
          : coppice::solve(problem, *gram_, team_, report_);
  last_ = found;
  last_cost_ = cost;
  return found;
}

}  // namespace coppice
