#include "methods/cross_validation.hpp"

#include <algorithm>
#include <cmath>

#include "methods/folds.hpp"
#include "model/prediction.hpp"

namespace coppice {
namespace {

/// Means of the same fractions, added up in another order, are equal.
constexpr double rounding = 1e-12;

/// The error after 1, 2, .. learners; what comes after the last is as good as the last.
std::vector<double> errors_of(const model& fitted, const dataset& held_out) {
  std::vector<double> errors;
  for (const curve_point& point : fitted.report().curve) {
    // Within an iteration of several learners nothing is known but what was before it.
    const double before = errors.empty() ? 1 : errors.back();
    errors.resize(static_cast<std::size_t>(point.learners), before);
    errors.back() = point.validation_error;
  }
  if (errors.empty()) errors.push_back(error_rate(fitted, held_out, 1));
  return errors;
}

/// `of_folds` are the errors of each fold.
grid_result best_of(const std::vector<std::vector<double>>& of_folds,
                    const std::vector<std::int64_t>& candidates) {
  const auto folds = static_cast<double>(of_folds.size());
  std::size_t longest = 0;
  for (const std::vector<double>& errors : of_folds) longest = std::max(longest, errors.size());
  const auto error_at = [](const std::vector<double>& errors, std::int64_t learners) {
    return errors[std::min(errors.size(), static_cast<std::size_t>(learners)) - 1];
  };
  grid_result best{0, 0, 0};
  const auto look_at = [&](std::int64_t learners) {
    double mean = 0;
    for (const std::vector<double>& errors : of_folds) mean += error_at(errors, learners) / folds;
    if (best.learners > 0 && mean >= best.error - rounding) return;
    double squares = 0;
    for (const std::vector<double>& errors : of_folds)
      squares += std::pow(error_at(errors, learners) - mean, 2);
    best = {learners, mean, std::sqrt(squares / (folds - 1) / folds)};
  };
  if (candidates.empty())
    for (std::size_t j = 1; j <= longest; ++j) look_at(static_cast<std::int64_t>(j));
  for (const std::int64_t learners : candidates) look_at(learners);
  return best;
}

}  // namespace

std::vector<grid_result> cross_validate(const solver_settings& settings, const option_grid& grid,
                                        const dataset& examples, std::int64_t folds,
                                        const listener& told) {
  check_folds(examples, folds);
  dataset_use use(&examples);
  const std::int64_t tasks = grid.points() * folds;
  const progress report(told);
  std::vector<std::vector<std::vector<double>>> errors(
      static_cast<std::size_t>(grid.points()),
      std::vector<std::vector<double>>(static_cast<std::size_t>(folds)));
  try {
    report.report({0, tasks});
    const std::vector<std::int64_t> fold_of =
        deal_folds(examples, folds, seed_of(settings.options), "cross-validation");
    std::vector<fold> parts;
    for (std::int64_t f = 0; f < folds; ++f)
      parts.push_back(make_fold(examples, fold_of, f, report));
    const bool serial = calls_back(settings.pool) || !settings.options.has("threads");
    thread_team team(serial ? 1 : settings.options.integer("threads"));
    // Neighbours are of different folds: each makes its own bins, and nobody waits.
    run_parts(
        tasks, team, report,
        [&](std::int64_t task) {
          const std::int64_t point = task / folds;
          const fold& part = parts[task % folds];
          solver_settings here = settings;
          grid.apply(point, here);
          make_plain(here);
          if (!grid.learners().empty())
            here.options.set_integer("learners", grid.learners().back());
          const auto fitted = fit_part(here, *part.training, part.held_out.get(), report);
          errors[point][task % folds] = errors_of(*fitted, *part.held_out);
        },
        [&](std::int64_t done) {
          report.report({done, tasks});
        });
  } catch (const interruption&) {
    throw interruption{false};  // there is no best so far
  }
  std::vector<grid_result> results;
  results.reserve(errors.size());
  for (const auto& of_point : errors) results.push_back(best_of(of_point, grid.learners()));
  use.keep();
  return results;
}

void apply_best(const option_grid& grid, const std::vector<grid_result>& results,
                solver_settings& settings) {
  std::size_t best = 0;
  for (std::size_t p = 1; p < results.size(); ++p)
    if (results[p].error < results[best].error - rounding) best = p;
  solver_settings chosen = settings;
  grid.apply(static_cast<std::int64_t>(best), chosen);
  if (chosen.options.has("learners"))
    chosen.options.set_integer("learners", results[best].learners);
  settings = std::move(chosen);
}

}  // namespace coppice
