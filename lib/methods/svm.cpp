// The infinite ensemble: the soft-margin SVM (problem P2 of Lin & Li, "Support vector machinery for
// infinite ensemble learning", JMLR 2008) with a kernel that embodies all weak learners of a kind,
//
//     min 1/2 sum_ij lambda_i lambda_j y_i y_j K(x_i, x_j) - sum_i lambda_i
//     with    0 <= lambda_i <= C c_i,    sum_i y_i lambda_i = 0.
//
// The equality is kept exactly: kernels that embody learners and their opposites are defined up to
// a constant, which it takes away. Of more than two classes the problems of two are solved one
// after another; a row has one coefficient a score then, to which its problems add theirs.
#include <numeric>
#include <optional>

#include "core/error.hpp"
#include "masters/kernel_solver.hpp"
#include "methods/method.hpp"
#include "methods/problems_of_two.hpp"
#include "methods/selection.hpp"
#include "methods/training.hpp"
#include "methods/training_set.hpp"
#include "model/aligned_rows.hpp"
#include "model/kernel_expansion.hpp"
#include "model/prediction.hpp"

namespace coppice {

const method& svm_method();

namespace {

kernel_problem problem_of(const training_set& training, double C, double tolerance) {
  kernel_problem problem;
  problem.targets = training.signs();
  for (std::size_t i = 0; i < problem.targets.size(); ++i) {
    const double cost = C * training.weights()[i];
    problem.low.push_back(problem.targets[i] < 0 ? -cost : 0);
    problem.high.push_back(problem.targets[i] < 0 ? 0 : cost);
  }
  problem.tolerance = tolerance;
  return problem;
}

/// What the solutions of all problems come to, over all rows. Its course is that of the one problem
/// of two classes; of more it is the sums after each problem.
struct machine {
  std::vector<double> coefficients;  // rows x scores
  std::vector<double> bias;          // scores
  double objective = 0;
  double dual_objective = 0;
  std::vector<kernel_progress> course;
  std::vector<double> decisions;  // of two classes, to within `rounding`
  double rounding = 0;
  bool was_indefinite = false;
  const char* stop_reason = "tolerance";

  void add(const kernel_solution& solved) {
    objective += solved.objective;
    dual_objective += solved.dual_objective;
    was_indefinite = was_indefinite || solved.was_indefinite;
    if (std::string_view(solved.stop_reason) != "tolerance") stop_reason = solved.stop_reason;
  }

  /// Of one of the problems of two.
  void add(const problem_of_two& one, const kernel_solution& solved) {
    add(solved);
    course.push_back({objective, dual_objective});
    one.classes.count(solved.bias, bias.data());
    for (std::size_t i = 0; i < solved.beta.size(); ++i)
      one.classes.count(solved.beta[i], &coefficients[one.rows[i] * bias.size()]);
  }
};

class svm_fit {
 public:
  explicit svm_fit(const fit_request& request)
      : request_(request),
        training_(request, svm_method(), balances_classes(request.options)),
        kernel_(std::make_shared<const kernel>(parse_kernel(request.options.text("kernel")),
                                               examples(), request.team, request.report)) {
    if (request.validation == nullptr) return;
    const training_report report = start_report(svm_method(), request);
    aligned_rows(*request.validation, {report.features, report.names, report.levels},
                 "the validation set");
  }

  std::unique_ptr<model> run() {
    std::vector<machine> solved = solve({request_.options.real("C")});
    auto fitted = make_model(solved.front());
    measure_on_rows(*fitted, solved.front());
    return fitted;
  }

  /// The criterion on the rows held out with each of these costs, which ascend.
  std::vector<double> measure_at(const std::vector<double>& costs, const criterion& by,
                                 const dataset& held_out) {
    const std::vector<machine> solved = solve(costs);
    std::vector<double> criteria;
    criteria.reserve(solved.size());
    for (const machine& one : solved)
      criteria.push_back(measure_of(by, *make_model(one), held_out));
    return criteria;
  }

 private:
  [[nodiscard]] const dataset& examples() const { return training_.examples(); }

  [[nodiscard]] kernel_solver solver_on(const training_set& training, progress& report) const {
    const bool by_newton = request_.options.text("solver") != "working-sets";
    return {*kernel_,
            training.examples().values(),
            {by_newton, request_.options.real("cache")},
            request_.team,
            report};
  }

  [[nodiscard]] kernel_problem problem_on(const training_set& training, double C) const {
    return problem_of(training, C, request_.options.real("tolerance"));
  }

  /// A machine for each of these costs.
  [[nodiscard]] std::vector<machine> solve(const std::vector<double>& costs) const {
    return training_.learned() == task::two_classes ? solve_two_classes(costs)
                                                    : solve_problems(costs);
  }

  [[nodiscard]] std::vector<machine> solve_two_classes(const std::vector<double>& costs) const {
    std::vector<machine> all;
    kernel_solver solver = solver_on(training_, request_.report);
    for (const double C : costs) {
      kernel_solution solved = solver.solve(problem_on(training_, C));
      machine& made = all.emplace_back();
      made.add(solved);
      made.course = std::move(solved.course);
      made.decisions = std::move(solved.decisions);
      made.rounding = solved.rounding;
      made.coefficients = std::move(solved.beta);
      made.bias = {solved.bias};
    }
    return all;
  }

  /// A stop leaves the problems that were solved by then, and the one that was being solved as far
  /// as it was.
  [[nodiscard]] std::vector<machine> solve_problems(const std::vector<double>& costs) const {
    const auto scores = examples().classes().size();
    machine nothing;
    nothing.coefficients.assign(static_cast<std::size_t>(examples().rows() * scores), 0.0);
    nothing.bias.assign(static_cast<std::size_t>(scores), 0.0);
    std::vector<machine> all(costs.size(), nothing);
    const auto problems = problems_of_two(scores, request_.options);
    try {
      for (std::size_t k = 0; k < problems.size(); ++k) {
        const problem_of_two one = make_problem(examples(), problems[k], request_.report);
        progress part = progress::step_of(request_.report);
        const training_set training(*one.examples, svm_method(), part,
                                    balances_classes(request_.options));
        kernel_solver solver = solver_on(training, part);
        for (std::size_t c = 0; c < costs.size(); ++c)
          all[c].add(one, solver.solve(problem_on(training, costs[c])));
        request_.report.report(
            {static_cast<std::int64_t>(k) + 1, static_cast<std::int64_t>(problems.size())});
      }
    } catch (const interruption& asked) {
      if (!asked.keep) throw;
      for (machine& made : all) {
        made.stop_reason = asked.reason;
        made.objective = made.dual_objective = training_report::unknown;
      }
    }
    return all;
  }

  /// The model of the rows that have a coefficient.
  [[nodiscard]] std::unique_ptr<model> make_model(const machine& solved) const {
    const std::size_t scores = solved.bias.size();
    std::vector<std::int64_t> rows;
    std::vector<double> coefficients;
    for (std::int64_t i = 0; i < examples().rows(); ++i) {
      const auto first = solved.coefficients.begin() + i * static_cast<std::ptrdiff_t>(scores);
      const auto last = first + static_cast<std::ptrdiff_t>(scores);
      if (std::all_of(first, last, [](double value) { return value == 0; })) continue;
      rows.push_back(i);
      coefficients.insert(coefficients.end(), first, last);
    }
    const auto chosen = std::make_shared<const std::vector<std::int64_t>>(std::move(rows));
    const progress unheard;
    return std::make_unique<kernel_expansion>(
        kernel_expansion_parts{kernel_, examples().values().subset(chosen).copy(),
                               std::move(coefficients), solved.bias},
        report_of(solved), unheard);
  }

  [[nodiscard]] training_report report_of(const machine& solved) const {
    training_report report = start_report(svm_method(), request_);
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

  /// The errors, which are those of the last point of the curve; interrupted, they are not known.
  void measure_on_rows(model& fitted, const machine& solved) const {
    training_report& report = fitted.report();
    try {
      if (request_.report.ended()) return;
      const criterion& error = find_criterion("error");
      report.train_error = solved.decisions.empty() ? measure_of(error, fitted, examples())
                                                    : error_of(fitted, solved);
      if (report.curve.empty()) return;
      curve_point& last = report.curve.back();
      last.train_error = report.train_error;
      if (request_.validation == nullptr) return;
      last.validation_error = measure_of(error, fitted, *request_.validation);
      last.validation_criterion =
          measure_of(selected_by(request_.options, true), fitted, *request_.validation);
    } catch (const interruption& asked) {
      if (!asked.keep) throw;
    }
  }

  /// The training error of two classes from the decision values that the solver left; those that
  /// rounding may have brought to the other side of 0 are predicted.
  [[nodiscard]] double error_of(const model& fitted, const machine& solved) const {
    std::vector<double> row(static_cast<std::size_t>(fitted.features()));
    double wrong = 0;
    double all = 0;
    for (std::int64_t i = 0; i < examples().rows(); ++i) {
      request_.report.poll_at(i);
      double decision = solved.decisions[i];
      if (std::abs(decision) <= solved.rounding) {
        examples().values().copy_row(i, row.data());
        fitted.decide(row.data(), &decision);
        request_.report.poll();
      }
      const double weight = training_.row_weights()[i];
      all += weight;
      if ((decision >= 0) != (training_.signs()[i] > 0)) wrong += weight;
    }
    return wrong / all;
  }

  [[nodiscard]] double measure_of(const criterion& by, const model& fitted,
                                  const dataset& rows) const {
    return measure(by, fitted, rows, request_.report);
  }

  const fit_request& request_;
  const training_set training_;
  std::shared_ptr<const kernel> kernel_;
};

/// Of ascending costs: solutions of one start those of the next.
std::vector<double> measure_costs(const path_request& request) {
  const option_values& options = request.settings.options;
  std::vector<double> costs = request.values;
  if (costs.empty()) costs.push_back(options.real("C"));
  thread_team team(1);
  progress report = progress::part_of(request.whole);
  std::unique_ptr<unfinished_fit> unfinished;
  const fit_request fit = {request.training, nullptr,   options, request.settings.pool, team,
                           report,           unfinished};
  return svm_fit(fit).measure_at(costs, request.by, request.held_out);
}

}  // namespace

const method& svm_method() {
  static const method method = {
      "svm",
      "the soft-margin SVM with a kernel, of all weak learners of a kind at once",
      {task::two_classes, task::classes},
      building_blocks::kernels,
      {text_option(
           "kernel", "stump", [](std::string_view text) { parse_kernel(text); },
           "a kernel, such as gaussian(gamma=0.1)", "the kernel, one of the list of kernels"),
       real_option("C", "1", 1e-50, false, 1e50, "1e-50 <= C <= 1e50",
                   "cost of the loss max(0, 1 - y f) against the squared norm"),
       real_option("tolerance", "1e-3", 1e-12, false, 1, "1e-12 <= tolerance <= 1",
                   "relative gap to which the problem is solved"),
       real_option("cache", "200", 0, true, 1e9, "0 < cache <= 1e9",
                   "megabytes for rows of the kernel's matrix"),
       choice_option("solver", "auto", "auto|working-sets",
                     "auto: Newton's method for additive kernels, working sets for others, and "
                     "where rounding ends the first"),
       multiclass_option(), class_weight_option(), calibration_option(), criterion_option(),
       select_option(), time_limit_option(), threads_option(), seed_option()},
      [](const fit_request& request) { return svm_fit(request).run(); },
      {},
      {"C", measure_costs}};
  return method;
}

}  // namespace coppice
