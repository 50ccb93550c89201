#include "masters/best_bias.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/crossing.hpp"
#include "core/row_sums.hpp"

namespace coppice {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Of the losses along the bias, which are convex, at that where z_i = 0.
struct kink {
  double bias;
  double rise;  // of the slope
  bool operator<(const kink& other) const { return bias < other.bias; }
};

kink kink_of(const kernel_problem& problem, const std::vector<double>& sums, std::int64_t i) {
  return {problem.targets[i] - sums[i], problem.high[i] - problem.low[i]};
}

/// The slope is minus the sum of high of the rows with z > 0 and low of those with z < 0. The ends
/// of the range are kinks of some rows and often, as where all sums are 0, of most: each is one.
struct kinks_of_range {
  std::vector<kink> kinks;  // within the range
  double rise_at_low = 0;
  double rise_at_high = 0;
  double slope = 0;  // before them
  double rises = 0;  // of all rows
};

kinks_of_range kinks_between(double low, double high, const kernel_problem& problem,
                             const std::vector<double>& sums, thread_team& team,
                             const progress& report) {
  const auto of_rows = of_blocks<kinks_of_range>(
      team, report, static_cast<std::int64_t>(sums.size()),
      [&](std::int64_t first, std::int64_t last) {
        kinks_of_range found;
        for (std::int64_t i = first; i < last; ++i) {
          const kink one = kink_of(problem, sums, i);
          found.slope += (one.bias < low ? one.rise : 0) - problem.high[i];
          found.rises += one.rise;
          if (one.bias == low)
            found.rise_at_low += one.rise;
          else if (one.bias == high)
            found.rise_at_high += one.rise;
          else if (one.bias > low && one.bias < high)
            found.kinks.push_back(one);
        }
        return found;
      });
  kinks_of_range all;
  for (const kinks_of_range& found : of_rows) {
    all.kinks.insert(all.kinks.end(), found.kinks.begin(), found.kinks.end());
    all.rise_at_low += found.rise_at_low;
    all.rise_at_high += found.rise_at_high;
    all.slope += found.slope;
    all.rises += found.rises;
  }
  if (all.rise_at_low > 0) all.kinks.push_back({low, all.rise_at_low});
  if (all.rise_at_high > 0) all.kinks.push_back({high, all.rise_at_high});
  return all;
}

/// None if the losses, for all that is known of these kinks, may be least elsewhere.
std::optional<double> best_bias_between(double low, double high, const kernel_problem& problem,
                                        const std::vector<double>& sums, thread_team& team,
                                        const progress& report) {
  kinks_of_range found = kinks_between(low, high, problem, sums, team, report);
  const auto end = found.kinks.end();
  const double rounding = 1e-12 * found.rises;
  if (found.slope >= -rounding && low > -infinity) return {};
  const auto [at, slope] = find_crossing(
      found.kinks.begin(), end, found.slope + rounding, [](const kink& one) { return one.rise; },
      report);
  if (at == end) return {};
  if (slope + at->rise > 2 * rounding) return at->bias;
  if (at + 1 != end) return at->bias / 2 + std::min_element(at + 1, end)->bias / 2;
  return high < infinity ? std::nullopt : std::optional(at->bias);
}

/// Where it is on some of the rows, and a little on both sides: few kinks have to be listed then.
std::pair<double, double> likely_range(const kernel_problem& problem,
                                       const std::vector<double>& sums) {
  constexpr std::int64_t sampled = 4096;
  constexpr std::ptrdiff_t beside = 128;  // standard deviations of the sample: 4
  const auto apart = static_cast<std::int64_t>(sums.size()) / sampled;
  if (apart < 2) return {-infinity, infinity};
  std::vector<kink> kinks;
  double slope = 0;
  for (std::int64_t i = 0; i < sampled; ++i) {
    kinks.push_back(kink_of(problem, sums, i * apart));
    slope -= problem.high[i * apart];
    if (std::isnan(kinks.back().bias)) return {-infinity, infinity};
  }
  std::sort(kinks.begin(), kinks.end());
  std::ptrdiff_t at = 0;
  while (at < sampled && (slope += kinks[at].rise) < 0) ++at;
  return {at < beside ? -infinity : kinks[at - beside].bias,
          at + beside < sampled ? kinks[at + beside].bias : infinity};
}

}  // namespace

double best_bias(const kernel_problem& problem, const std::vector<double>& sums, thread_team& team,
                 const progress& report) {
  const auto [low, high] = likely_range(problem, sums);
  if (const auto found = best_bias_between(low, high, problem, sums, team, report)) return *found;
  const auto found = best_bias_between(-infinity, infinity, problem, sums, team, report);
  return found.value_or(0);
}

}  // namespace coppice
