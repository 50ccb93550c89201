#include "methods/kernel_fit.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/error.hpp"
#include "methods/selection.hpp"
#include "model/aligned_rows.hpp"
#include "model/kernel_expansion.hpp"

namespace coppice {

kernel_machine kernel_machine::of(kernel_solution solved) {
  kernel_machine made;
  made.add(solved);
  made.course = std::move(solved.course);
  made.decisions = std::move(solved.decisions);
  made.rounding = solved.rounding;
  made.coefficients = std::move(solved.beta);
  made.bias = {solved.bias};
  return made;
}

void kernel_machine::add(const kernel_solution& solved) {
  objective += solved.objective;
  dual_objective += solved.dual_objective;
  was_indefinite = was_indefinite || solved.was_indefinite;
  if (std::string_view(solved.stop_reason) != "tolerance") stop_reason = solved.stop_reason;
}

namespace {

/// Of the rows that are in a fold, or of all where there are none. Its columns by classes where a
/// problem takes rows of two of them, and by folds where these are not small: those of rows held
/// out are then side by side. (Of 9 columns each, a selection took a tenth longer.)
std::unique_ptr<common_gram> make_common_gram(const option_values& options, const dataset& examples,
                                              const std::vector<std::int64_t>& fold_of,
                                              const progress& report, kernel_maker make_kernel) {
  const bool by_pairs =
      options.has("multiclass") && options.choice("multiclass") == "one-against-one";
  const std::int64_t classes = by_pairs ? examples.classes(&report).size() : 1;
  constexpr std::int64_t least_columns = 32;
  const std::int64_t most_groups = examples.rows() / least_columns;
  const std::int64_t dealt =
      fold_of.empty() ? 1 : 1 + *std::max_element(fold_of.begin(), fold_of.end());
  const std::int64_t folds = classes * dealt <= most_groups ? dealt : 1;
  if (!common_gram::fits(examples.rows(), classes * folds, options.real("cache"))) return nullptr;
  std::vector<std::int32_t> groups;
  groups.reserve(static_cast<std::size_t>(examples.rows()));
  for (std::int64_t i = 0; i < examples.rows(); ++i) {
    report.poll_at(i);
    const std::int64_t fold = fold_of.empty() ? 0 : fold_of[i];
    const std::int64_t first = classes > 2 ? examples.labels(&report)[i] * folds : 0;
    const std::int64_t group = first + (folds > 1 ? fold : 0);
    groups.push_back(fold < 0 ? common_gram::left_out : static_cast<std::int32_t>(group));
  }
  return std::make_unique<common_gram>(examples.values(), std::move(groups),
                                       std::move(make_kernel));
}

bool has_several_problems(task learned) {
  return learned != task::two_classes && learned != task::one_class;
}

}  // namespace

std::unique_ptr<common_gram> common_gram_of(const solver_settings& settings,
                                            const dataset& examples,
                                            const std::vector<std::int64_t>& fold_of,
                                            const progress& report) {
  if (!settings.options.has("kernel") || !settings.options.has("cache")) return nullptr;
  return make_common_gram(
      settings.options, examples, fold_of, report,
      [&examples, &fold_of, kernels = settings.kernels, wanted = settings.options.text("kernel")](
          thread_team& team, const progress& asking) {
        const std::unique_ptr<dataset> dealt = rows_dealt(examples, fold_of, asking);
        return std::make_shared<const kernel>(parse_kernel(wanted),
                                              kernel_setting{*dealt, kernels, team, asking});
      });
}

kernel_fit::kernel_fit(const fit_request& request, const method& of, bool balanced)
    : request_(request),
      method_(of),
      training_(request, of, balanced),
      kernel_(std::make_shared<const kernel>(
          parse_kernel(request.options.text("kernel")),
          kernel_setting{examples(), request.kernels, request.team, request.report})) {
  if (request.common == nullptr && has_several_problems(training_.learned()))
    common_ = make_common_gram(
        request.options, examples(), {}, request.report,
        [this](thread_team& /*team*/, const progress& /*asking*/) { return kernel_; });
  if (request.validation == nullptr) return;
  const training_report report = start_report(method_, request);
  aligned_rows(*request.validation, {report.features, report.names, report.levels},
               "the validation set");
}

std::unique_ptr<model> kernel_fit::run() {
  const kernel_machine solved = std::move(solve({cost()}).front());
  auto fitted = make_model(solved);
  measure_on_rows(*fitted, solved);
  return fitted;
}

std::vector<double> kernel_fit::measure_at(const std::vector<double>& costs, const criterion& by,
                                           const dataset& held_out) {
  const std::vector<kernel_machine> solved = solve(costs);
  std::vector<double> criteria;
  criteria.reserve(solved.size());
  for (const kernel_machine& one : solved) criteria.push_back(measure_machine(by, one, held_out));
  return criteria;
}

common_gram* kernel_fit::common() const noexcept {
  return request_.common != nullptr ? request_.common : common_.get();
}

double kernel_fit::measure_machine(const criterion& by, const kernel_machine& solved,
                                   const dataset& rows, const model* made) const {
  const std::vector<common_gram::place> places = places_in_common(examples());
  const std::vector<common_gram::place> looked_at = places_in_common(rows);
  if (places.empty() || looked_at.empty())
    return measure(by, made != nullptr ? *made : *make_model(solved), rows, report());
  const training_report of = start_report(method_, request_);
  const char* const who = "the part held out";
  const expected_rows expected = expected_of(rows, of.classes, of.scores(), who);
  check_defined(by, expected, who);
  return measure(by, expected, decisions_in_common(solved, places, looked_at), report());
}

/// Empty where the common matrix does not have these rows. A model of an additive kernel takes less
/// time to predict them than their kernels take.
std::vector<common_gram::place> kernel_fit::places_in_common(const dataset& rows) const {
  if (common() == nullptr || !kernel_->additive_parts().empty()) return {};
  return common()->places_of(*kernel_, rows.values(), team(), report());
}

/// Kernels with support vectors are in rows of the common matrix that training has asked for.
std::vector<double> kernel_fit::decisions_in_common(
    const kernel_machine& solved, const std::vector<common_gram::place>& places,
    const std::vector<common_gram::place>& looked_at) const {
  const auto scores = static_cast<std::int64_t>(solved.bias.size());
  const support_vectors vectors = support_vectors_of(solved);
  std::vector<common_gram::place> rows;
  rows.reserve(vectors.rows.size());
  for (const std::int64_t row : vectors.rows) rows.push_back(places[row]);
  std::vector<double> decisions;
  for (std::size_t k = 0; k < looked_at.size(); ++k)
    decisions.insert(decisions.end(), solved.bias.begin(), solved.bias.end());
  common()->add_products(rows, vectors.coefficients, common()->columns_at(looked_at), scores,
                         decisions, team(), report());
  return decisions;
}

kernel_solver kernel_fit::solver_on(const feature_matrix& rows, progress& told) const {
  const std::string_view named = options().text("solver");
  const kernel_solver_choice by = named == "newton"         ? kernel_solver_choice::newton
                                  : named == "working-sets" ? kernel_solver_choice::working_sets
                                                            : kernel_solver_choice::automatic;
  return {*kernel_, rows, {by, options().real("cache"), common()}, team(), told};
}

std::vector<kernel_machine> kernel_fit::solve_problems(
    std::int64_t problems, const std::vector<double>& costs,
    const std::function<void(std::int64_t, progress&, std::vector<kernel_machine>&)>& step) const {
  const auto scores = static_cast<std::size_t>(start_report(method_, request_).scores());
  kernel_machine nothing;
  nothing.coefficients.assign(static_cast<std::size_t>(examples().rows()) * scores, 0.0);
  nothing.bias.assign(scores, 0.0);
  std::vector<kernel_machine> all(costs.size(), nothing);
  try {
    for (std::int64_t k = 0; k < problems; ++k) {
      progress part = progress::step_of(report());
      step(k, part, all);
      report().report({k + 1, problems});
    }
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    for (kernel_machine& made : all) {
      made.stop_reason = asked.reason;
      made.objective = made.dual_objective = training_report::unknown;
    }
  }
  return all;
}

double kernel_fit::weight_where(const model& fitted, const kernel_machine& solved,
                                const std::function<bool(double, std::int64_t)>& counts) const {
  std::vector<double> row(static_cast<std::size_t>(fitted.features()));
  double counted = 0;
  double all = 0;
  for (std::int64_t i = 0; i < examples().rows(); ++i) {
    report().poll_at(i);
    double decision = solved.decisions[i];
    if (std::abs(decision) <= solved.rounding) {
      examples().values().copy_row(i, row.data());
      fitted.decide(row.data(), &decision);
      report().poll();
    }
    const double weight = training_.row_weights()[i];
    all += weight;
    if (counts(decision, i)) counted += weight;
  }
  return counted / all;
}

kernel_fit::support_vectors kernel_fit::support_vectors_of(const kernel_machine& solved) const {
  const auto scores = static_cast<std::ptrdiff_t>(solved.bias.size());
  support_vectors found;
  for (std::int64_t i = 0; i < examples().rows(); ++i) {
    const auto first = solved.coefficients.begin() + i * scores;
    const auto last = first + scores;
    if (std::all_of(first, last, [](double value) { return value == 0; })) continue;
    found.rows.push_back(i);
    found.coefficients.insert(found.coefficients.end(), first, last);
  }
  return found;
}

std::unique_ptr<model> kernel_fit::make_model(const kernel_machine& solved) const {
  support_vectors vectors = support_vectors_of(solved);
  const auto chosen = std::make_shared<const std::vector<std::int64_t>>(std::move(vectors.rows));
  const progress unheard;
  return std::make_unique<kernel_expansion>(
      kernel_expansion_parts{
          kernel_,
          kernel_->support_vectors_of(examples().values().subset(chosen), unheard).copy(&team()),
          std::move(vectors.coefficients), solved.bias},
      report_of(solved), unheard);
}

training_report kernel_fit::report_of(const kernel_machine& solved) const {
  training_report report = start_report(method_, request_);
  report.rows = examples().rows();
  report.warnings = kernel_->warnings();
  report.objective = solved.objective;
  report.dual_objective = solved.dual_objective;
  report.gap_scope = "kernel";
  for (const kernel_progress& reached : solved.course) {
    curve_point& point = report.curve.emplace_back();
    point.iteration = static_cast<double>(report.curve.size());
    point.objective = reached.objective;
    point.dual_objective = reached.dual_objective;
  }
  report.iterations = report.best_iteration = static_cast<std::int64_t>(report.curve.size());
  report.stop_reason = solved.stop_reason;
  if (solved.was_indefinite)
    report.warnings.push_back(
        text("kernel ", kernel_->text(), " is not positive semidefinite on these rows"));
  if (report.stop_reason == "stalled")
    report.warnings.push_back(text("rounding ended the fit at a relative gap of ", report.gap(),
                                   ", above option tolerance; the cost of the loss is large "
                                   "beside the objective"));
  return report;
}

/// What is known of the last point of the curve only.
void kernel_fit::measure_on_rows(model& fitted, const kernel_machine& solved) const {
  training_report& report = fitted.report();
  const bool of_classes = is_of_classes(training_.learned());
  unless_ended(request_.report, [&] {
    report.train_error = train_error(fitted, solved);
    if (report.curve.empty()) return;
    curve_point& last = report.curve.back();
    last.train_error = report.train_error;
    if (request_.validation == nullptr) return;
    const auto on_validation = [&](const criterion& by) {
      return measure(by, fitted, *request_.validation, request_.report);
    };
    if (of_classes) last.validation_error = on_validation(find_criterion("error"));
    last.validation_criterion = on_validation(selected_by(options(), of_classes));
  });
}

option cost_option(const char* help) {
  return real_option("C", "1", 1e-50, false, 1e50, "1e-50 <= C <= 1e50", help);
}

option_table with_kernel_options(const option& cost, option_table own, bool of_classes) {
  option_table all = {
      kernel_option("stump"), cost,
      real_option("tolerance", "1e-3", 1e-12, false, 1, "1e-12 <= tolerance <= 1",
                  "relative gap to which the problem is solved"),
      real_option("cache", "200", 0, true, 1e9, "0 < cache <= 1e9",
                  "megabytes for rows of the kernel's matrix, and as many again for a matrix that "
                  "folds or several problems share"),
      choice_option(
          "solver", "auto", "auto|newton|working-sets",
          "auto: Newton's method for additive kernels, working sets for others, where the "
          "matrix is small, and where rounding ends the first")};
  all.insert(all.end(), own.begin(), own.end());
  const option_table around = {criterion_option(of_classes), select_option(), time_limit_option(),
                               threads_option(), seed_option()};
  all.insert(all.end(), around.begin(), around.end());
  return all;
}

}  // namespace coppice
