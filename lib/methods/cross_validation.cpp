#include "methods/cross_validation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <utility>

#include "core/error.hpp"
#include "methods/folds.hpp"
#include "methods/kernel_fit.hpp"
#include "methods/selection.hpp"
#include "methods/training_set.hpp"

namespace coppice {
namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

using path_points = std::vector<path_point>;

/// Whether one mean is better than another; means of the same numbers, added up in another order,
/// are equal.
bool is_better(const criterion& by, double a, double b) {
  const double rounding = 1e-12 * std::max(1.0, std::abs(b));
  return by.larger_is_better ? a > b + rounding : a < b - rounding;
}

/// The points of a method's path; without a path the one number that there is, at 0. One result for
/// each value of the option that the method shares, or one.
std::vector<path_points> follow(const path_request& request) {
  const method& by = *request.settings.training_method;
  if (by.path.option != nullptr) return {by.path.follow(request)};
  std::vector<path_points> all;
  if (by.shared.option != nullptr) {
    for (const double one : by.shared.measure(request)) all.push_back({{0, one}});
    return all;
  }
  const auto fitted =
      fit_part(request.settings, request.training, nullptr, request.whole, request.common);
  all.push_back({{0, measure(request.by, *fitted, request.held_out, request.whole)}});
  return all;
}

double criterion_at(const path_points& points, double value) {
  const auto above =
      std::upper_bound(points.begin(), points.end(), value,
                       [](double sought, const path_point& point) { return sought < point.value; });
  return above == points.begin() ? not_known : std::prev(above)->criterion;
}

/// The values at which the path of some fold changes.
std::vector<double> values_of(const std::vector<path_points>& folds) {
  std::vector<double> values;
  for (const path_points& points : folds)
    for (const path_point& point : points) values.push_back(point.value);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

/// A point's numbers at one value of the path.
struct measurement {
  double value = not_known;
  double mean = not_known;
  std::vector<double> folds;

  [[nodiscard]] double standard_error() const {
    const auto count = static_cast<double>(folds.size());
    double squares = 0;
    for (const double one : folds) squares += std::pow(one - mean, 2);
    return std::sqrt(squares / (count - 1) / count);
  }
};

/// A point at these values of the path, but for those that some fold does not know.
std::vector<measurement> measurements_of(const std::vector<path_points>& folds,
                                         const std::vector<double>& values) {
  std::vector<measurement> known;
  for (const double value : values) {
    measurement here{value, 0, {}};
    here.folds.reserve(folds.size());
    for (const path_points& points : folds) {
      here.folds.push_back(criterion_at(points, value));
      here.mean += here.folds.back() / static_cast<double>(folds.size());
    }
    if (!std::isnan(here.mean)) known.push_back(std::move(here));
  }
  return known;
}

/// The best, of equals the first.
std::size_t best_of(const criterion& by, const std::vector<measurement>& all) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < all.size(); ++k)
    if (is_better(by, all[k].mean, all[best].mean)) best = k;
  return best;
}

/// Every point's choice among its measurements, and which point is chosen of them.
struct choice {
  std::vector<measurement> of_points;
  std::size_t point = 0;
};

choice choose_best(const criterion& by, const std::vector<std::vector<measurement>>& points) {
  choice chosen;
  for (const std::vector<measurement>& of_point : points)
    chosen.of_points.push_back(of_point[best_of(by, of_point)]);
  chosen.point = best_of(by, chosen.of_points);
  return chosen;
}

/// The first of each point that is within one standard error of the best of all, if one is.
choice choose_simplest(const criterion& by, const std::vector<std::vector<measurement>>& points) {
  choice chosen = choose_best(by, points);
  const measurement& best = chosen.of_points[chosen.point];
  const double last = best.mean + (by.larger_is_better ? -1 : 1) * best.standard_error();
  double simplest = std::numeric_limits<double>::infinity();
  for (std::size_t p = 0; p < points.size(); ++p) {
    const auto within =
        std::find_if(points[p].begin(), points[p].end(),
                     [&](const measurement& one) { return !is_better(by, last, one.mean); });
    if (within == points[p].end()) continue;
    chosen.of_points[p] = *within;
    if (!(within->value < simplest)) continue;
    simplest = within->value;
    chosen.point = p;
  }
  return chosen;
}

/// What the folds of a group of points have in common: made by the first and freed by the last.
class common_to_folds {
 public:
  common_gram* begin(const solver_settings& settings, const dataset& examples,
                     const std::vector<std::int64_t>& fold_of, const progress& report) {
    const std::lock_guard<std::mutex> alone(mutex_);
    if (!std::exchange(was_made_, true))
      gram_ = common_gram_of(settings, examples, fold_of, report);
    return gram_.get();
  }

  void end(std::int64_t folds) {
    const std::lock_guard<std::mutex> alone(mutex_);
    if (++ended_ == folds) gram_ = nullptr;
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<common_gram> gram_;
  bool was_made_ = false;
  std::int64_t ended_ = 0;
};

/// The path of every fold at every point, [point][fold]; empty where it is not finished.
using all_paths = std::vector<std::vector<path_points>>;

void follow_all(const solver_settings& settings, const option_grid& grid, const dataset& examples,
                std::int64_t folds, const criterion& by, const std::vector<double>& values,
                const progress& report, all_paths& paths) {
  const char* const shared = settings.training_method->shared.option;
  const std::vector<point_group> groups = grid.groups(shared);
  const std::int64_t tasks = static_cast<std::int64_t>(groups.size()) * folds;
  paths.assign(static_cast<std::size_t>(grid.points()),
               std::vector<path_points>(static_cast<std::size_t>(folds)));
  report.report({0, tasks});
  const bool of_classes = is_of_classes(task_of(examples, *settings.training_method, report));
  check_features(*settings.training_method, settings.pool, examples, nullptr, report);
  const std::vector<std::int64_t> fold_of = deal_folds(
      examples, of_classes, folds, seed_of(settings.options), "cross-validation", report);
  std::vector<common_to_folds> common(groups.size());
  std::vector<fold> parts;
  for (std::int64_t f = 0; f < folds; ++f) parts.push_back(make_fold(examples, fold_of, f, report));
  const bool serial = calls_back(settings) || !settings.options.has("threads");
  thread_team team(serial ? 1 : settings.options.integer("threads"));
  // Neighbours are of different folds: each derives its own bins, once the whole has its.
  run_parts(
      tasks, team, report,
      [&](std::int64_t task) {
        const point_group& group = groups[task / folds];
        const fold& part = parts[task % folds];
        solver_settings here = settings;
        grid.apply(group.points.front(), here);
        make_plain(here);
        common_to_folds& in_common = common[task / folds];
        std::vector<path_points> found = follow(
            {here, *part.training, *part.held_out, by, shared == nullptr ? values : group.values,
             report, in_common.begin(here, examples, fold_of, progress::part_of(report))});
        in_common.end(folds);
        for (std::size_t k = 0; k < found.size(); ++k)
          paths[group.points[k]][task % folds] = std::move(found[k]);
      },
      [&](std::int64_t done) {
        report.report({done, tasks});
      });
}

/// Of the points whose folds are all finished; of others only that nothing is known. They choose
/// nothing, so that each has its best.
std::vector<measurement> finished_ones(const criterion& by, const all_paths& paths,
                                       const std::vector<double>& listed) {
  std::vector<measurement> of_points(paths.size());
  for (std::size_t p = 0; p < paths.size(); ++p) {
    const bool finished = std::none_of(paths[p].begin(), paths[p].end(),
                                       [](const path_points& fold) { return fold.empty(); });
    of_points[p].folds.assign(paths[p].size(), not_known);
    if (!finished) continue;
    const std::vector<measurement> all =
        measurements_of(paths[p], listed.empty() ? values_of(paths[p]) : listed);
    if (!all.empty()) of_points[p] = all[best_of(by, all)];
  }
  return of_points;
}

cross_validation results_of(const criterion& by, const option_path& path,
                            const std::vector<measurement>& of_points, std::size_t best) {
  cross_validation results{by.name,
                           path.option != nullptr ? path.option : "",
                           static_cast<std::int64_t>(best),
                           {},
                           {},
                           {},
                           {}};
  for (const measurement& of_point : of_points) {
    results.criteria.push_back(of_point.mean);
    results.standard_errors.push_back(of_point.standard_error());
    if (path.option != nullptr) results.path_values.push_back(of_point.value);
    results.fold_criteria.insert(results.fold_criteria.end(), of_point.folds.begin(),
                                 of_point.folds.end());
  }
  return results;
}

}  // namespace

cross_validation cross_validate(solver_settings& settings, const option_grid& grid,
                                const dataset& examples, std::int64_t folds, const listener& told,
                                std::optional<cross_validation>& stopped) {
  check_folds(examples, folds);
  dataset_use use(&examples);
  const progress report(told);
  const option_path& path = settings.training_method->path;
  const std::vector<double> listed = grid.path_values();
  all_paths paths;
  const criterion* selected = nullptr;
  try {
    const task learned = task_of(examples, *settings.training_method, report);
    selected = &selected_by(settings.options, is_of_classes(learned));
    solver_settings here = settings;
    here.pool = over_views(settings.pool, examples);
    follow_all(here, grid, examples, folds, *selected, listed, report, paths);
  } catch (const interruption& asked) {
    if (asked.keep && !paths.empty())
      stopped = results_of(*selected, path, finished_ones(*selected, paths, listed), 0);
    throw interruption{false};  // there is no best so far
  }
  const criterion& by = *selected;
  std::vector<std::vector<measurement>> points;
  points.reserve(paths.size());
  for (const std::vector<path_points>& of_folds : paths) {
    points.push_back(measurements_of(of_folds, listed.empty() ? values_of(of_folds) : listed));
    if (points.back().empty())
      fail(COPPICE_UNAVAILABLE,
           "a fold has no finite criterion; decision values are beyond what a double holds");
  }
  const bool simplest =
      settings.options.has("select") && settings.options.choice("select") == "one-standard-error";
  const choice made = simplest ? choose_simplest(by, points) : choose_best(by, points);
  cross_validation results = results_of(by, path, made.of_points, made.point);
  solver_settings chosen = settings;
  grid.apply(results.best, chosen);
  if (path.option != nullptr)
    chosen.options.set_real(path.option, results.path_values[results.best]);
  settings = std::move(chosen);
  use.keep();
  return results;
}

}  // namespace coppice
