#include "learners/pricing.hpp"

#include <vector>

#include "core/numbers.hpp"

namespace coppice {

learner_worth worth_of(const float* outputs, std::int64_t rows, const residual_rows& residual,
                       const progress& report) {
  report.poll();
  if (residual.scores == 1) {
    merit_sum sum(residual.rule);
    sum.add(dot(outputs, residual.values, rows));
    return {sum.merit(), sum.squares()};
  }
  double mean_square = 0;
  std::vector<double> scores(static_cast<std::size_t>(residual.scores), 0.0);
  report.in_pieces(rows, progress::rows_of_a_poll(residual.scores),
                   [&](std::int64_t first, std::int64_t count) {
                     for (std::int64_t i = first; i < first + count; ++i) {
                       const double h = outputs[i];
                       const double* const u = residual.values + i * residual.scores;
                       for (std::int64_t s = 0; s < residual.scores; ++s) scores[s] += h * u[s];
                       if (residual.rule == merit_rule::fit) mean_square += h * h * u[1];
                     }
                   });
  merit_sum sum(residual.rule, mean_square);
  for (const double score : scores) sum.add(score);
  return {sum.merit(), sum.squares()};
}

}  // namespace coppice
