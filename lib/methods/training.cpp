#include "methods/training.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "core/text.hpp"
#include "data/dates.hpp"
#include "data/units.hpp"
#include "methods/calibration.hpp"
#include "methods/several_classes.hpp"
#include "model/ensemble.hpp"

namespace coppice {
namespace {

constexpr std::array<std::string_view, 4> budgets = {"learners", "threads", "time_limit",
                                                     "validation_patience"};

bool same_but_for_budgets(const option_values& a, const option_values& b) {
  return std::equal(a.all().begin(), a.all().end(), b.all().begin(), b.all().end(),
                    [](const option_values::value& x, const option_values::value& y) {
                      if (x.declared != y.declared) return false;
                      const bool is_budget = std::find(budgets.begin(), budgets.end(),
                                                       x.declared->name) != budgets.end();
                      return is_budget || x.text == y.text;
                    });
}

/// The threads of a team for as long as a call.
class threads_for_a_call {
 public:
  threads_for_a_call(thread_team& team, std::int64_t threads) : team_(team) { team.start(threads); }
  ~threads_for_a_call() { team_.release(); }
  threads_for_a_call(const threads_for_a_call&) = delete;
  threads_for_a_call& operator=(const threads_for_a_call&) = delete;

 private:
  thread_team& team_;
};

/// Whether so many names of rows are nearly one for each.
bool is_one_each(std::int64_t names, std::int64_t rows) {
  constexpr std::int64_t least_rows = 10;
  return rows >= least_rows && 10 * names >= 9 * rows;
}

/// An ensemble without a weak learner gives every row the same answer, which asks for a reason.
void warn_without_learners(model& fitted) {
  if (dynamic_cast<const ensemble*>(&fitted) == nullptr || fitted.learners() > 0) return;
  const std::string& stopped_by = fitted.report().stop_reason;
  const char* reason = "the fit ended before it had chosen the first";
  if (stopped_by == "exhausted")
    reason = "the pool has none that tells rows apart";
  else if (stopped_by == "epsilon")
    reason = "none scores more than rounding";
  fitted.report().warnings.push_back(
      text("the model has no weak learner, and gives every row the same answer: ", reason));
}

/// Numbers to be learned, or what names the rows, in the place of classes.
void warn_of_labels(model& fitted, const dataset& examples, const progress& report) {
  const std::int64_t classes = fitted.report().classes.size();
  const std::int64_t rows = fitted.report().rows;
  if (classes <= 2) return;
  const bool are_numbers = !looks_like_classes(examples, report);
  if (!are_numbers && !is_one_each(classes, rows)) return;
  fitted.report().warnings.push_back(
      text("the labels of ", rows, " rows are ", classes,
           are_numbers ? " numbers" : " different ones", ", each of them a class: ",
           are_numbers ? "methods cgens-regression and svr learn numbers"
                       : "they look like an identifier, which tells nothing of other rows"));
}

bool all_dates(const std::vector<std::string>& names) {
  return std::all_of(names.begin(), names.end(), is_date);
}

/// What has a level of its own in nearly every row tells nothing of other rows, and nor do many
/// dates, or numbers with a unit: the level of one says nothing of the next.
void warn_of_identifiers(model& fitted, const dataset& examples, const progress& report) {
  constexpr std::int64_t many_in_order = 10;
  for (const auto& [feature, names] : examples.levels()) {
    std::vector<char> found(static_cast<std::size_t>(names->size()), 0);
    std::int64_t levels = 0;
    std::int64_t rows = 0;  // in which the level is known
    for (std::int64_t i = 0; i < examples.rows(); ++i) {
      report.poll_at(i);
      const double value = examples.values().value(i, feature);
      if (std::isnan(value) || examples.weight(i) == 0) continue;
      char& before = found[static_cast<std::size_t>(value)];
      levels += before == 0 ? 1 : 0;
      before = 1;
      ++rows;
    }
    const std::string unit = levels >= many_in_order ? common_unit(names->all()) : "";
    if (!unit.empty()) {
      fitted.report().warnings.push_back(
          text(examples.place_of_feature(feature), " has ", levels, " levels, all of them numbers ",
               "with ", in_quotes(unit),
               ", which tell nothing of other numbers; they are read as numbers without it"));
      continue;
    }
    if (levels >= many_in_order && all_dates(names->all())) {
      fitted.report().warnings.push_back(
          text(examples.place_of_feature(feature), " has ", levels,
               " levels, all of them dates, which tell nothing of other dates"));
      continue;
    }
    if (!is_one_each(levels, rows)) continue;
    fitted.report().warnings.push_back(
        text(examples.place_of_feature(feature), " has ", levels, " levels in ", rows,
             " rows: it looks like an identifier, which tells nothing of other rows"));
  }
}

/// Interrupted, it leaves the model without, or throws where nothing is to be kept.
void look_at_features(model& fitted, const dataset& examples, thread_team& team,
                      const progress& report) {
  try {
    if (report.ended()) return;
    warn_of_identifiers(fitted, examples, report);
    fitted.weigh_features(examples, team, report);
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
  }
}

}  // namespace

solver_settings default_settings(const method& of) {
  return {&of,
          option_values(of.options, text("method ", of.name)),
          parse_pool(of.default_pool),
          {},
          nullptr};
}

const option_values& options_with(const solver_settings& settings, std::string_view name) {
  const bool takes_pools = settings.training_method->takes == building_blocks::pools;
  const bool of_pool =
      takes_pools && !settings.options.has(name) && has_option(settings.pool, name);
  return of_pool ? options_with(settings.pool, name) : settings.options;
}

bool calls_back(const solver_settings& settings) {
  return calls_back(settings.pool) || !settings.kernels.empty();
}

training::training(solver_settings settings, std::shared_ptr<const dataset> examples)
    : settings_(std::move(settings)), examples_(std::move(examples)) {
  settings_.pool = over_views(settings_.pool, *examples_);
}

bool training::can_go_on(const option_values& options, const dataset& examples) const {
  return &examples == examples_.get() && same_but_for_budgets(options, settings_.options) &&
         unfinished_ != nullptr && unfinished_->can_go_on(options);
}

std::unique_ptr<model> training::run(const option_values& options, const listener& told) {
  const auto started = std::chrono::steady_clock::now();
  dataset_use training_use(examples_.get());
  dataset_use validation_use(settings_.validation.get());
  dataset_use test_use(settings_.test.get());
  settings_.options = options;
  report_.restart(told, options.has("time_limit") ? options.real("time_limit") : 0);
  std::optional<calibration> calibrated;
  if (calibration::wanted(options)) calibrated.emplace(settings_, *examples_, report_);
  const threads_for_a_call threads(team_, options.has("threads") ? options.integer("threads") : 1);
  auto result =
      fit_by(*settings_.training_method,
             {*examples_, settings_.validation.get(), settings_.test.get(), settings_.options,
              settings_.pool, settings_.kernels, team_, report_, unfinished_});
  warn_without_learners(*result);
  warn_of_labels(*result, *examples_, report_);
  look_at_features(*result, *examples_, team_, report_);
  if (calibrated) calibrated->apply(*result, team_, report_);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
  seconds_ += taken.count();
  result->report().fit_seconds = seconds_;
  training_use.keep();
  validation_use.keep();
  test_use.keep();
  return result;
}

std::unique_ptr<model> fit(const solver_settings& settings, std::shared_ptr<const dataset> examples,
                           const listener& told, std::unique_ptr<training>& kept) {
  std::unique_ptr<training> work = std::move(kept);
  if (work == nullptr || !work->can_go_on(settings.options, *examples)) {
    work.reset();  // its memory, before the next one needs as much
    work = std::make_unique<training>(settings, std::move(examples));
  }
  auto result = work->run(settings.options, told);
  kept = std::move(work);
  return result;
}

}  // namespace coppice
