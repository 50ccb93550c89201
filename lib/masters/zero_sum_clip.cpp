#include "masters/zero_sum_clip.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/bring_in.hpp"
#include "core/row_sums.hpp"

namespace coppice {

zero_sum_clip::zero_sum_clip(const std::vector<double>& low, const std::vector<double>& high,
                             thread_team& team, const progress& report)
    : low_(low), high_(high), team_(team), report_(report) {
  for (std::size_t i = 0; i < low.size(); ++i) width_ += high[i] - low[i];
}

clipped_sum zero_sum_clip::sum_at(const std::vector<double>& u, double tau) const {
  const clipped_sum_function of_block = clipped_sum_here();
  const std::vector<double> found =
      sum_over_rows(team_, report_, static_cast<std::int64_t>(u.size()), 1, 3,
                    [&](std::int64_t first, std::int64_t last, double* sums) {
                      const clipped_sum one = of_block(u.data() + first, low_.data() + first,
                                                       high_.data() + first, tau, last - first);
                      sums[0] += one.sum;
                      sums[1] += one.magnitude;
                      sums[2] += one.between;
                    });
  return {found[0], found[1], found[2]};
}

double zero_sum_clip::shift(const std::vector<double>& u, double start, double accuracy) const {
  constexpr int newton_steps = 30;  // then it halves
  constexpr int most_steps = 200;
  constexpr double rounding = 1e-16;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto rows = static_cast<std::int64_t>(u.size());
  double tau = start;
  double below = -infinity;
  double above = infinity;
  double stride = width_ / static_cast<double>(rows);
  for (int step = 0; step < most_steps; ++step) {
    const clipped_sum found = sum_at(u, tau);
    const double sum = found.sum;
    if (std::abs(sum) <= std::max(accuracy, rounding * found.magnitude)) break;
    (sum > 0 ? below : above) = tau;
    double next = tau + sum / found.between;
    if (found.between == 0) {
      next = sum > 0 ? tau + stride : tau - stride;
      stride *= 2;
    }
    if (std::isfinite(below) && std::isfinite(above)) {
      if (step > newton_steps || !(next > below && next < above)) next = below / 2 + above / 2;
      if (!(next > below && next < above)) break;
    }
    if (next == tau || !std::isfinite(next)) break;
    tau = next;
  }
  return tau;
}

std::vector<double> zero_sum_clip::project_inside(const std::vector<double>& u) const {
  const auto rows = static_cast<std::int64_t>(u.size());
  std::vector<double> low;
  std::vector<double> high;
  assign_rows(low, u.size(), 0.0, team_, report_);
  assign_rows(high, u.size(), 0.0, team_, report_);
  const std::vector<double> ends = sum_over_rows(
      team_, report_, rows, 1, 2, [&](std::int64_t first, std::int64_t last, double* sums) {
        for (std::int64_t i = first; i < last; ++i) {
          const bool stays = u[i] == 0 || u[i] <= low_[i] || u[i] >= high_[i];
          const double there = std::min(std::max(u[i], low_[i]), high_[i]);
          sums[0] += low[i] = stays ? there : low_[i];
          sums[1] += high[i] = stays ? there : high_[i];
        }
      });
  if (ends[0] > 0 || ends[1] < 0)
    for_each_row(team_, report_, rows, [&](std::int64_t i) {
      low[i] = u[i] == 0 ? 0 : low_[i];
      high[i] = u[i] == 0 ? 0 : high_[i];
    });
  return zero_sum_clip(low, high, team_, report_).project(u);
}

std::vector<double> zero_sum_clip::project(const std::vector<double>& u) const {
  const double tau = shift(u, 0, 0);
  const auto rows = static_cast<std::int64_t>(u.size());
  std::vector<double> v;
  assign_rows(v, u.size(), 0.0, team_, report_);
  for_each_row(team_, report_, rows,
               [&](std::int64_t i) { v[i] = std::min(std::max(u[i] - tau, low_[i]), high_[i]); });
  const auto sum_of_v = [&] {
    return sum_of_rows(team_, report_, rows, [&v](std::int64_t i) { return v[i]; });
  };
  // What is left is taken from rows between their bounds.
  double left = sum_of_v();
  constexpr int most_rows = 3;
  int corrected = 0;
  for (std::size_t i = 0; i < u.size() && left != 0 && corrected < most_rows; ++i) {
    if (v[i] <= low_[i] || v[i] >= high_[i]) continue;
    v[i] = std::min(std::max(v[i] - left, low_[i]), high_[i]);
    left = sum_of_v();
    ++corrected;
  }
  return v;
}

}  // namespace coppice
