#include "masters/additive_certificate.hpp"

#include <algorithm>
#include <utility>

#include "masters/separation.hpp"
#include "masters/zero_sum_clip.hpp"

namespace coppice {

additive_certificate::additive_certificate(const kernel_problem& problem, const additive_gram& all,
                                           thread_team& team, const progress& report,
                                           std::vector<kernel_progress>& course)
    : problem_(problem), all_(all), team_(team), report_(report), course_(course) {
  best_.beta.assign(problem.targets.size(), 0.0);
  best_.sums = best_.beta;
  best_.bias = best_bias(problem, best_.sums, report);
  best_.objective = losses(problem, best_.sums, best_.bias);
  best_.dual_objective = 0;
}

void additive_certificate::add(const std::vector<double>& beta) {
  certified_point point;
  point.beta = zero_sum_clip(problem_.low, problem_.high, team_, report_).project_inside(beta);
  add(std::move(point), 1);
}

void additive_certificate::add_sample(const std::vector<double>& beta, double factor) {
  certified_point point;
  point.beta = beta;
  add(std::move(point), factor);
}

void additive_certificate::add(certified_point point, double factor) {
  point.sums = all_.product(point.beta, team_, report_);
  double norm = 0;
  double linear = 0;
  for (std::size_t i = 0; i < point.beta.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    norm += point.beta[i] * point.sums[i];
    linear += point.beta[i] * problem_.targets[i];
  }
  point.bias = best_bias(problem_, point.sums, report_);
  point.half_norm = norm / 2;
  point.objective = point.half_norm + losses(problem_, point.sums, point.bias);
  point.dual_objective = (linear - norm / (2 * factor)) / factor;
  last_sums_ = point.sums;
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

void additive_certificate::keep(certified_point point) {
  course_.push_back({point.objective, point.dual_objective});
  if (point.gap() < best_.gap()) best_ = std::move(point);
  report_.report({static_cast<std::int64_t>(course_.size()), 0, best_.objective, best_.gap()});
}

}  // namespace coppice
