#include "masters/kernel_solver.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "core/error.hpp"
#include "masters/additive_gram.hpp"
#include "masters/kernel_column.hpp"
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
  const bool is_possible = additive_gram::exists(by.additive_parts(), rows.rows());
  if (options.by == kernel_solver_choice::newton && !is_possible)
    fail(COPPICE_INVALID_OPTION, "option solver is newton, but kernel ", by.text(),
         " is not a sum of distances in single features; expected auto or working-sets");
  may_be_newton_ = is_possible && options.by != kernel_solver_choice::working_sets;
  by_newton_ =
      may_be_newton_ && (options.by == kernel_solver_choice::newton || !has_small_matrix());
}

/// Newton's method takes time in proportion to the values, working sets in proportion to the
/// entries of the matrix, each of which costs far less. Working sets were the faster on sets of the
/// UCI and on ringnorm of 4 to 100 features up to about this many entries for a value, and up to
/// more where folds or problems share the entries: selections of C on ringnorm and twonorm took
/// 0.79 of the time with 120 of them, 1.04 with 180.
bool kernel_solver::has_small_matrix() const {
  const double entries_a_value = options_.common != nullptr ? 130 : 100;
  const auto rows = static_cast<double>(rows_.rows());
  const double values = rows * static_cast<double>(rows_.features()) *
                        static_cast<double>(by_.additive_parts().size());
  return rows * rows <= entries_a_value * values && 8 * rows * rows <= 1e6 * options_.megabytes;
}

/// Where large costs make the problem hard, working sets may take thousands of times as many
/// iterations, and Newton's method a few times its steps. On twelve sets of 200 to 2,000 rows this
/// sufficed wherever working sets were the faster by a tenth. A hard problem shows in the steps of
/// pairs, too: of 277 rows, 27 iterations may take eight times as long as Newton's method.
working_effort kernel_solver::most_tried() const {
  return {std::clamp<std::int64_t>(rows_.rows() / 8, 60, 250), 8000};
}

kernel_solution kernel_solver::solve(const kernel_problem& problem) {
  kernel_solution first =
      by_newton_ ? solve_by_newton(problem)
                 : solve_by_working_sets(problem, may_be_newton_ ? most_tried() : unlimited_effort);
  if (first.stop_reason != std::string_view("stalled") || !may_be_newton_) return first;
  try {
    if (by_newton_) {
      last_ = first;
      last_cost_ = cost_of(problem);
    }
    kernel_solution second = by_newton_ ? solve_by_working_sets(problem, unlimited_effort)
                                        : go_on_by_newton(first, problem);
    by_newton_ = true;
    return better_of(std::move(first), std::move(second));
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    first.stop_reason = asked.reason;
    return first;
  }
}

void kernel_solver::make_newton(const kernel_problem& problem) {
  if (newton_ == nullptr)
    newton_ = std::make_unique<additive_dual>(problem, by_, rows_, team_, report_);
}

kernel_solution kernel_solver::solve_by_newton(const kernel_problem& problem) {
  make_newton(problem);
  return newton_->solve(problem);
}

/// From where working sets stalled, if that is near the optimum, as it often is from the solution
/// of another cost. (From far away it took longer than from nothing; from near selections of C took
/// 8 to 25 % less time on four sets.)
kernel_solution kernel_solver::go_on_by_newton(const kernel_solution& stalled,
                                               const kernel_problem& problem) {
  constexpr double near = 0.1;
  if (!(relative_gap(stalled.objective, stalled.dual_objective) <= near))
    return solve_by_newton(problem);
  make_newton(problem);
  return newton_->solve_from(stalled.beta, problem);
}

void kernel_solver::make_gram() {
  if (!gram_) gram_.emplace(by_, rows_, options_.megabytes, options_.common, team_, report_);
}

std::vector<double> kernel_solver::sums(const std::vector<double>& u) {
  if (by_newton_) return additive_sums(u);
  make_gram();
  const std::vector<std::int64_t> all = every_column(rows_.rows());
  std::vector<double> sums(u.size(), 0.0);
  gram_->add_products(all, u, all, sums);
  return sums;
}

/// The matrix of arms is K for coefficients that sum up to 0, and but for a constant. So one row
/// has the sum taken away, which its column gives back, and the sum of its values the constant.
std::vector<double> kernel_solver::additive_sums(std::vector<double> u) const {
  const std::vector<double> column = kernel_column(by_, rows_, 0, report_);
  const double first = std::inner_product(u.begin(), u.end(), column.begin(), 0.0);
  const double sum = std::accumulate(u.begin(), u.end(), 0.0);
  u[0] -= sum;
  std::vector<std::int32_t> places(u.size());
  std::iota(places.begin(), places.end(), 0);
  std::vector<double> sums =
      additive_gram(by_.additive_parts(), rows_, places, team_, report_).product(u, team_, report_);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += sum * column[i];
  const double constant = first - sums[0];
  for (double& one : sums) one += constant;
  return sums;
}

kernel_solution kernel_solver::solve_by_working_sets(const kernel_problem& problem,
                                                     const working_effort& most) {
  make_gram();
  const double cost = cost_of(problem);
  kernel_solution found =
      last_cost_ > 0
          ? coppice::solve(problem, *gram_, team_, report_, most, &last_,
                           best_multiple(last_.half_norm, last_.dual_objective, cost / last_cost_))
          : coppice::solve(problem, *gram_, team_, report_, most);
  last_ = found;
  last_cost_ = cost;
  return found;
}

}  // namespace coppice
