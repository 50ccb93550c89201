#include "masters/kernel_problem.hpp"

#include "core/row_sums.hpp"

namespace coppice {

double best_multiple(double half_norm, double dual_objective, double ratio) {
  if (!(half_norm > 0)) return ratio;
  const double unbounded = (dual_objective + half_norm) / (2 * half_norm);
  return std::clamp(unbounded, std::min(1.0, ratio), ratio);
}

double cost_of(const kernel_problem& problem) {
  double sum = 0;
  for (std::size_t i = 0; i < problem.high.size(); ++i) sum += problem.high[i] - problem.low[i];
  return sum;
}

double losses(const kernel_problem& problem, const std::vector<double>& sums, double bias,
              thread_team& team, const progress& report) {
  return sum_of_rows(team, report, static_cast<std::int64_t>(sums.size()), [&](std::int64_t i) {
    const double z = problem.targets[i] - sums[i] - bias;
    return z > 0 ? problem.high[i] * z : problem.low[i] * z;
  });
}

}  // namespace coppice
