#include "masters/pair_descent.hpp"

#include <algorithm>
#include <limits>

#include "core/lane_sum.hpp"

namespace coppice {
namespace {

/// Of equal rows, against the largest value of the matrix; negative curvature is taken for so much
/// too.
constexpr double least_curvature = 1e-12;

/// The first of the largest numbers, where these are larger than `least`; -1 otherwise.
std::int64_t largest_above(double least, const std::vector<double>& numbers) {
  std::int64_t best = -1;
  for (std::size_t v = 0; v < numbers.size(); ++v)
    if (numbers[v] > least) {
      least = numbers[v];
      best = static_cast<std::int64_t>(v);
    }
  return best;
}

/// Chooses the variables of a pair. The loops write what they compare side by side, by pointers of
/// their own: the compiler vectorises them then, and a descent takes two thirds of the time.
class pair_choice {
 public:
  pair_choice(const small_box_problem& problem, double least)
      : of_(problem), least_(least), diagonal_(problem.g.size()), compared_(problem.g.size()) {
    for (std::int64_t v = 0; v < size(); ++v) diagonal_[v] = problem.gram(v, v);
  }

  /// The variable that may rise with the steepest slope; -1 without one.
  [[nodiscard]] std::int64_t rising() {
    const double* const g = of_.g.data();
    const double* const beta = of_.beta.data();
    const double* const high = of_.high.data();
    double* const compared = compared_.data();
    const std::int64_t count = size();
    for (std::int64_t v = 0; v < count; ++v) {
      const double slope = g[v];
      compared[v] = beta[v] < high[v] ? slope : -infinity;
    }
    return largest_above(-infinity, compared_);
  }

  /// The variable that may fall with which the one that rises gains most; -1 without one.
  [[nodiscard]] std::int64_t falling_with(std::int64_t rising) {
    const double* const row = &of_.gram(0, rising);
    const double* const g = of_.g.data();
    const double* const beta = of_.beta.data();
    const double* const low = of_.low.data();
    const double* const diagonal = diagonal_.data();
    double* const compared = compared_.data();
    const std::int64_t count = size();
    const double steepest = g[rising];
    const double own = row[rising];
    const double least = least_;
    for (std::int64_t v = 0; v < count; ++v) {
      const double may_fall = beta[v] > low[v] ? 1 : 0;
      const double slope = may_fall * (steepest - g[v]);
      const double curvature = own + diagonal[v] - 2 * row[v];
      compared[v] = (slope > 0 ? slope : 0) * slope / (curvature < least ? least : curvature);
    }
    return largest_above(0, compared_);
  }

  /// The lowest slope of those that may fall.
  [[nodiscard]] double lowest() const {
    const double* const g = of_.g.data();
    const double* const beta = of_.beta.data();
    const double* const low = of_.low.data();
    lane_most fall;
    in_lanes(0, size(), [&](std::int64_t v, std::int64_t lane) {
      fall.add(lane, beta[v] > low[v] ? -g[v] : -infinity);
    });
    return -fall.most();
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(of_.g.size()); }

  const small_box_problem& of_;
  double least_;  // curvature
  std::vector<double> diagonal_;
  std::vector<double> compared_;
};

}  // namespace

pair_descent descend_by_pairs(small_box_problem& problem, double tolerance,
                              std::int64_t most_steps) {
  const auto size = static_cast<std::int64_t>(problem.g.size());
  const double largest = size == 0 ? 0 : problem.gram.cwiseAbs().maxCoeff();
  const double least = std::max(least_curvature * largest, std::numeric_limits<double>::min());
  pair_choice choice(problem, least);
  pair_descent made{0, false};
  for (; made.steps < most_steps; ++made.steps) {
    const std::int64_t i = choice.rising();
    if (i < 0) break;
    const std::int64_t j = choice.falling_with(i);
    if (j < 0 || problem.g[i] - choice.lowest() <= tolerance) break;
    const double* const row = &problem.gram(0, i);
    const double* const other = &problem.gram(0, j);
    const double curvature = row[i] + other[j] - 2 * row[j];
    made.was_negative = made.was_negative || curvature < -1e-6 * largest;
    const double rise = problem.high[i] - problem.beta[i];
    const double fall = problem.beta[j] - problem.low[j];
    const double wanted = (problem.g[i] - problem.g[j]) / std::max(curvature, least);
    const double t = std::min({wanted, rise, fall});
    // At a bound exactly, which decides what may move on.
    problem.beta[i] = t == rise ? problem.high[i] : problem.beta[i] + t;
    problem.beta[j] = t == fall ? problem.low[j] : problem.beta[j] - t;
    for (std::int64_t v = 0; v < size; ++v) problem.g[v] -= t * (row[v] - other[v]);
  }
  return made;
}

}  // namespace coppice
