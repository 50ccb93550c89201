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
#include "masters/additive_dual.hpp"
#include "masters/additive_gram.hpp"
#include "masters/kernel_dual.hpp"
#include "methods/method.hpp"
#include "methods/problems_of_two.hpp"
#include "methods/selection.hpp"
#include "methods/training_set.hpp"
#include "model/aligned_rows.hpp"
#include "model/kernel_expansion.hpp"
#include "model/prediction.hpp"

namespace coppice {

const method& svm_method();

namespace {

kernel_problem problem_of(const training_set& training, const option_values& options) {
  const double C = options.real("C");
  kernel_problem problem;
  problem.targets = training.signs();
  for (std::size_t i = 0; i < problem.targets.size(); ++i) {
    const double cost = C * training.weights()[i];
    problem.low.push_back(problem.targets[i] < 0 ? -cost : 0);
    problem.high.push_back(problem.targets[i] < 0 ? 0 : cost);
  }
  problem.tolerance = options.real("tolerance");
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
};

class svm_fit {
 public:
  explicit svm_fit(const fit_request& request)
      : request_(request),
        training_(request, svm_method(), balances_classes(request.options)),
        report_(start_report(svm_method(), request)) {
    report_.rows = examples().rows();
    if (request.validation != nullptr)
      aligned_rows(*request.validation, {report_.features, report_.names, report_.levels},
                   "the validation set");
    kernel_ = std::make_unique<const kernel>(parse_kernel(request.options.text("kernel")),
                                             examples(), request.team, request.report);
  }

  std::unique_ptr<model> run() {
    const machine solved =
        training_.learned() == task::two_classes ? solve_two_classes() : solve_problems();
    report_.objective = solved.objective;
    report_.dual_objective = solved.dual_objective;
    report_.gap_scope = "kernel";
    for (const kernel_progress& reached : solved.course) {
      curve_point& point = report_.curve.emplace_back();
      point.iteration = static_cast<double>(report_.curve.size());
      point.objective = reached.objective;
      point.dual_objective = reached.dual_objective;
    }
    report_.iterations = report_.best_iteration = static_cast<std::int64_t>(report_.curve.size());
    report_.stop_reason = solved.stop_reason;
    report_.warnings = kernel_->warnings();
    if (solved.was_indefinite)
      report_.warnings.push_back(
          text("kernel ", kernel_->text(), " is not positive semidefinite on these rows"));
    if (report_.stop_reason == "stalled")
      report_.warnings.push_back(text("rounding ended the fit at a relative gap of ", report_.gap(),
                                      ", above option tolerance; the cost of the loss is large "
                                      "beside the objective"));
    auto fitted = expand(solved);
    measure_on_rows(*fitted, solved);
    return fitted;
  }

 private:
  [[nodiscard]] const dataset& examples() const { return training_.examples(); }

  /// By Newton's method where the kernel is additive, and by working sets where it is not, or where
  /// rounding ended the other too soon.
  [[nodiscard]] kernel_solution solve_on(const training_set& training, progress& report) const {
    const kernel_problem problem = problem_of(training, request_.options);
    const feature_matrix& rows = training.examples().values();
    const bool by_newton = request_.options.text("solver") != "working-sets" &&
                           additive_gram::exists(kernel_->additive_parts(), rows.rows());
    kernel_solution first;
    if (by_newton) {
      first = solve_additive(problem, *kernel_, rows, request_.team, report);
      if (first.stop_reason != std::string_view("stalled")) return first;
    }
    try {
      const auto points = kernel_->points_of(rows, report);
      gram_rows gram(*points, rows, request_.options.real("cache"), request_.team, report);
      kernel_solution second = solve(problem, gram, request_.team, report);
      return by_newton ? better_of(std::move(first), std::move(second)) : second;
    } catch (const interruption& asked) {
      if (!asked.keep || !by_newton) throw;
      first.stop_reason = asked.reason;
      return first;
    }
  }

  /// Of two solutions, one after the other.
  static kernel_solution better_of(kernel_solution first, kernel_solution second) {
    first.course.insert(first.course.end(), second.course.begin(), second.course.end());
    first.stop_reason = second.stop_reason;
    if (relative_gap(first.objective, first.dual_objective) <
        relative_gap(second.objective, second.dual_objective))
      return first;
    second.course = std::move(first.course);
    return second;
  }

  [[nodiscard]] machine solve_two_classes() const {
    kernel_solution solved = solve_on(training_, request_.report);
    machine made;
    made.add(solved);
    made.course = std::move(solved.course);
    made.decisions = std::move(solved.decisions);
    made.rounding = solved.rounding;
    made.coefficients = std::move(solved.beta);
    made.bias = {solved.bias};
    return made;
  }

  /// A stop leaves the problems that were solved by then, and the one that was being solved as far
  /// as it was.
  [[nodiscard]] machine solve_problems() const {
    const auto scores = examples().classes().size();
    machine made;
    made.coefficients.assign(static_cast<std::size_t>(examples().rows() * scores), 0.0);
    made.bias.assign(static_cast<std::size_t>(scores), 0.0);
    const auto problems = problems_of_two(scores, request_.options);
    try {
      for (std::size_t k = 0; k < problems.size(); ++k) {
        const problem_of_two one = make_problem(examples(), problems[k], request_.report);
        progress part = progress::step_of(request_.report);
        const training_set training(*one.examples, svm_method(), part,
                                    balances_classes(request_.options));
        const kernel_solution solved = solve_on(training, part);
        made.add(solved);
        made.course.push_back({made.objective, made.dual_objective});
        one.classes.count(solved.bias, made.bias.data());
        for (std::size_t i = 0; i < solved.beta.size(); ++i)
          one.classes.count(solved.beta[i], &made.coefficients[one.rows[i] * scores]);
        request_.report.report(
            {static_cast<std::int64_t>(k) + 1, static_cast<std::int64_t>(problems.size())});
      }
    } catch (const interruption& asked) {
      if (!asked.keep) throw;
      made.stop_reason = asked.reason;
      made.objective = made.dual_objective = training_report::unknown;
    }
    return made;
  }

  /// The model of the rows that have a coefficient.
  [[nodiscard]] std::unique_ptr<model> expand(const machine& solved) {
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
        kernel_expansion_parts{std::move(kernel_), examples().values().subset(chosen).copy(),
                               std::move(coefficients), solved.bias},
        std::move(report_), unheard);
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
  training_report report_;
  std::unique_ptr<const kernel> kernel_;
};

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
      [](const fit_request& request) { return svm_fit(request).run(); }};
  return method;
}

}  // namespace coppice
