#include "masters/pair_descent.hpp"

#include <algorithm>
#include <limits>

namespace coppice {
namespace {

/// Of equal rows, against the largest value of the matrix; negative curvature is taken for so much
/// too.
constexpr double least_curvature = 1e-12;

/// The variable that may rise with the steepest slope; -1 without one.
std::int64_t steepest(const small_box_problem& of) {
  std::int64_t best = -1;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t v = 0; v < of.g.size(); ++v)
    if (of.beta[v] < of.high[v] && of.g[v] > most) {
      most = of.g[v];
      best = static_cast<std::int64_t>(v);
    }
  return best;
}

}  // namespace

pair_descent descend_by_pairs(small_box_problem& problem, double tolerance,
                              std::int64_t most_steps) {
  const auto size = static_cast<std::int64_t>(problem.g.size());
  const double largest = size == 0 ? 0 : problem.gram.cwiseAbs().maxCoeff();
  const double least = std::max(least_curvature * largest, std::numeric_limits<double>::min());
  pair_descent made{0, false};
  for (; made.steps < most_steps; ++made.steps) {
    const std::int64_t i = steepest(problem);
    if (i < 0) break;
    const double* const row = &problem.gram(0, i);
    std::int64_t j = -1;
    double largest_gain = 0;
    double slope = 0;
    double curvature = 0;
    double lowest = std::numeric_limits<double>::infinity();
    for (std::int64_t v = 0; v < size; ++v) {
      if (problem.beta[v] <= problem.low[v]) continue;
      lowest = std::min(lowest, problem.g[v]);
      const double difference = problem.g[i] - problem.g[v];
      if (!(difference > 0)) continue;
      const double of_pair = row[i] + problem.gram(v, v) - 2 * row[v];
      const double gain = difference * difference / std::max(of_pair, least);
      if (gain <= largest_gain) continue;
      largest_gain = gain;
      j = v;
      slope = difference;
      curvature = of_pair;
    }
    if (j < 0 || problem.g[i] - lowest <= tolerance) break;
    made.was_negative = made.was_negative || curvature < -1e-6 * largest;
    const double rise = problem.high[i] - problem.beta[i];
    const double fall = problem.beta[j] - problem.low[j];
    const double wanted = slope / std::max(curvature, least);
    const double t = std::min({wanted, rise, fall});
    // At a bound exactly, which decides what may move on.
    problem.beta[i] = t == rise ? problem.high[i] : problem.beta[i] + t;
    problem.beta[j] = t == fall ? problem.low[j] : problem.beta[j] - t;
    const double* const other = &problem.gram(0, j);
    for (std::int64_t v = 0; v < size; ++v) problem.g[v] -= t * (row[v] - other[v]);
  }
  return made;
}

}  // namespace coppice
