#include "masters/additive_certificate.hpp"

#include <algorithm>
#include <utility>

#include "core/bring_in.hpp"
#include "core/row_sums.hpp"
#include "masters/best_bias.hpp"
#include "masters/separation.hpp"
#include "masters/zero_sum_clip.hpp"

namespace coppice {

additive_certificate::additive_certificate(const kernel_problem& problem, const additive_gram& all,
                                           thread_team& team, const progress& report,
                                           std::vector<kernel_progress>& course)
    : problem_(problem), all_(all), team_(team), report_(report), course_(course) {
  assign_rows(best_.beta, problem.targets.size(), 0.0, team, report);
  assign_rows(best_.sums, problem.targets.size(), 0.0, team, report);
  best_.bias = best_bias(problem, best_.sums, team, report);
  best_.objective = losses(problem, best_.sums, best_.bias, team, report);
  best_.dual_objective = 0;
  least_objective_ = best_.objective;
}

void additive_certificate::add(const std::vector<double>& beta) {
  certified_point point;
  point.beta = zero_sum_clip(problem_.low, problem_.high, team_, report_).project_inside(beta);
  add(std::move(point), 1);
}

void additive_certificate::add_sample(const std::vector<double>& beta, double factor) {
  certified_point point;
  copy_rows(beta, point.beta, team_, report_);
  add(std::move(point), factor);
}

void additive_certificate::look_at(const additive_gram& sample, const std::vector<double>& beta) {
  last_sums_ = sample.product(beta, team_, report_);
  last_bias_ = best_bias(problem_, last_sums_, team_, report_);
}

void additive_certificate::add(certified_point point, double factor) {
  point.sums = all_.product(point.beta, team_, report_);
  const auto rows = static_cast<std::int64_t>(point.beta.size());
  const auto times_beta = [&](const std::vector<double>& by) {
    return dot_over_rows(team_, report_, point.beta.data(), by.data(), rows);
  };
  const double norm = times_beta(point.sums);
  const double linear = times_beta(problem_.targets);
  point.bias = best_bias(problem_, point.sums, team_, report_);
  point.half_norm = norm / 2;
  point.objective = point.half_norm + losses(problem_, point.sums, point.bias, team_, report_);
  point.dual_objective = (linear - norm / (2 * factor)) / factor;
  copy_rows(point.sums, last_sums_, team_, report_);
  last_bias_ = point.bias;
  const separation separated =
      factor == 1 ? separate(problem_, point.beta, point.sums) : separation();
  if (separated.multiple > 0) {
    certified_point separating = point;
    for (double& one : separating.beta) one *= separated.multiple;
    for (double& one : separating.sums) one *= separated.multiple;
    separating.bias = separated.bias;
    separating.half_norm = separating.objective = separated.objective;
    separating.dual_objective = separated.dual_objective;
    if (separating.gap() < point.gap()) point = std::move(separating);
  }
  keep(std::move(point));
}

/// Where the gap is smaller. A dual objective beyond the primal one of another machine is what
/// rounding left of values of very different sizes, and says nothing.
void additive_certificate::keep(certified_point point) {
  constexpr double beyond_rounding = 1 + 1e-9;
  course_.push_back({point.objective, point.dual_objective});
  const bool is_bound = point.dual_objective <= beyond_rounding * least_objective_;
  least_objective_ = std::min(least_objective_, point.objective);
  if (is_bound && point.gap() < best_.gap()) best_ = std::move(point);
  report_.report({static_cast<std::int64_t>(course_.size()), 0, best_.objective, best_.gap()});
}

}  // namespace coppice
