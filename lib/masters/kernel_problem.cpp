#include "masters/kernel_problem.hpp"

#include "core/sort.hpp"

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

double losses(const kernel_problem& problem, const std::vector<double>& sums, double bias) {
  double sum = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double z = problem.targets[i] - sums[i] - bias;
    sum += z > 0 ? problem.high[i] * z : problem.low[i] * z;
  }
  return sum;
}

// The slope of the losses along the bias is minus the sum of high of the rows with z > 0 and low of
// those with z < 0.
double best_bias(const kernel_problem& problem, const std::vector<double>& sums,
                 const progress& report) {
  std::vector<value_of_row> ends;  // biases at which z_i = 0
  ends.reserve(sums.size());
  double rising = 0;
  double size = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    report.poll_at(static_cast<std::int64_t>(i));
    ends.emplace_back(problem.targets[i] - sums[i], static_cast<std::int32_t>(i));
    rising -= problem.high[i];
    size += problem.high[i] - problem.low[i];
  }
  sort(ends, report);
  constexpr double rounding = 1e-12;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const auto i = static_cast<std::int32_t>(ends[k].second);
    report.poll_at(static_cast<std::int64_t>(k));
    rising += problem.high[i] - problem.low[i];
    if (rising < -rounding * size) continue;
    if (rising <= rounding * size && k + 1 < ends.size())
      return ends[k].first / 2 + ends[k + 1].first / 2;
    return ends[k].first;
  }
  return 0;
}

}  // namespace coppice
