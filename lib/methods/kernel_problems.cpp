#include "methods/kernel_problems.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/bring_in.hpp"
#include "core/row_sums.hpp"

namespace coppice {

kernel_problem problem_of_classes(const training_set& training, double C, double tolerance,
                                  thread_team& team, const progress& report) {
  const std::vector<double>& signs = training.signs();
  kernel_problem problem;
  problem.tolerance = tolerance;
  copy_rows(signs, problem.targets, team, report);
  for (std::vector<double>* const bounds : {&problem.low, &problem.high})
    assign_rows(*bounds, signs.size(), 0.0, team, report);
  for_each_row(team, report, static_cast<std::int64_t>(signs.size()), [&](std::int64_t i) {
    const double cost = C * training.weights()[i];
    (signs[i] < 0 ? problem.low : problem.high)[i] = signs[i] * cost;
  });
  return problem;
}

namespace {

/// The mean of the numbers, and how far they are from it on average: 1 where they are all the same.
void measure_spread(const std::vector<double>& numbers, double& centre, double& scale) {
  const auto count = static_cast<double>(numbers.size());
  for (const double number : numbers) centre += number / count;
  double deviation = 0;
  for (const double number : numbers) deviation += std::abs(number - centre) / count;
  const double rounding = 1e-14 * std::abs(centre);
  if (deviation > rounding) scale = deviation;
}

/// Objectives of a problem that was divided by `scale`.
void rescale(kernel_solution& solved, double scale) {
  const double squared = scale * scale;
  solved.objective *= squared;
  solved.dual_objective *= squared;
  for (kernel_progress& point : solved.course) {
    point.objective *= squared;
    point.dual_objective *= squared;
  }
}

}  // namespace

regression_problem problem_of_numbers(const training_set& training, std::int64_t output, double C,
                                      double epsilon, double tolerance) {
  const row_targets& targets = training.examples().targets();
  std::vector<double> numbers(training.weights().size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = targets.numbers()[i * static_cast<std::size_t>(targets.outputs()) +
                                   static_cast<std::size_t>(output)];
  regression_problem made;
  measure_spread(numbers, made.centre, made.scale);
  kernel_problem& problem = made.of_pairs;
  problem.tolerance = tolerance;
  for (const int side : {-1, 1})
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double cost = C * training.weights()[i] / made.scale;
      problem.targets.push_back((numbers[i] - made.centre + side * epsilon) / made.scale);
      problem.low.push_back(side < 0 ? 0 : -cost);
      problem.high.push_back(side < 0 ? cost : 0);
    }
  return made;
}

kernel_solution regression_problem::restored(kernel_solution solved) const {
  const std::size_t rows = solved.beta.size() / 2;
  for (std::size_t i = 0; i < rows; ++i)
    solved.beta[i] = scale * (solved.beta[i] + solved.beta[rows + i]);
  solved.beta.resize(rows);
  solved.decisions.clear();
  solved.bias = scale * solved.bias + centre;
  rescale(solved, scale);
  return solved;
}

feature_matrix rows_twice(const feature_matrix& rows) {
  auto twice =
      std::make_shared<std::vector<std::int64_t>>(static_cast<std::size_t>(2 * rows.rows()));
  for (std::size_t k = 0; k < twice->size(); ++k)
    (*twice)[k] = static_cast<std::int64_t>(k) % rows.rows();
  return rows.subset(std::move(twice));
}

one_class_problem problem_of_one_class(std::vector<double> mean, const std::vector<double>& sums,
                                       double nu, double tolerance) {
  one_class_problem made;
  measure_spread(sums, made.centre, made.scale);
  kernel_problem& problem = made.from_mean;
  problem.tolerance = tolerance;
  for (std::size_t i = 0; i < mean.size(); ++i) {
    problem.targets.push_back((made.centre - sums[i]) / made.scale);
    problem.low.push_back(-mean[i] / made.scale);
    problem.high.push_back((mean[i] / nu - mean[i]) / made.scale);
  }
  made.mean = std::move(mean);
  return made;
}

// What is at a bound is 0 or c / nu: rounding leaves none of the rows inside with a coefficient.
// The decision value at a row is that of beta less its target, as K alpha = K beta + K c.
kernel_solution one_class_problem::restored(kernel_solution solved) const {
  for (std::size_t i = 0; i < mean.size(); ++i) {
    double& beta = solved.beta[i];
    solved.decisions[i] = scale * (solved.decisions[i] - from_mean.targets[i]);
    beta = beta <= from_mean.low[i] ? 0 : mean[i] + scale * std::min(beta, from_mean.high[i]);
  }
  solved.rounding *= scale;
  solved.bias = scale * solved.bias - centre;
  rescale(solved, scale);
  return solved;
}

}  // namespace coppice
