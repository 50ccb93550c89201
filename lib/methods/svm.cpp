// The infinite ensemble: the soft-margin SVM (problem P2 of Lin & Li, "Support vector machinery for
// infinite ensemble learning", JMLR 2008) with a kernel that embodies all weak learners of a kind,
//
//     min 1/2 sum_ij lambda_i lambda_j y_i y_j K(x_i, x_j) - sum_i lambda_i
//     with    0 <= lambda_i <= C c_i,    sum_i y_i lambda_i = 0.
//
// The equality is kept exactly: kernels that embody learners and their opposites are defined up to
// a constant, which it takes away. Of more than two classes the problems of two are solved one
// after another; a row has one coefficient a score then, to which its problems add theirs.
#include <cmath>
#include <utility>

#include "methods/kernel_fit.hpp"
#include "methods/kernel_problems.hpp"
#include "methods/problems_of_two.hpp"
#include "methods/selection.hpp"

namespace coppice {

const method& svm_method();

namespace {

class svm_fit final : public kernel_fit {
 public:
  explicit svm_fit(const fit_request& request)
      : kernel_fit(request, svm_method(), balances_classes(request.options)) {}

 private:
  [[nodiscard]] std::vector<kernel_machine> solve(const std::vector<double>& costs) const override {
    return training().learned() == task::two_classes ? solve_two_classes(costs)
                                                     : solve_several(costs);
  }

  [[nodiscard]] std::vector<kernel_machine> solve_two_classes(
      const std::vector<double>& costs) const {
    std::vector<kernel_machine> all;
    all.reserve(costs.size());
    kernel_solver solver = solver_on(examples().values(), report());
    for (const double C : costs)
      all.push_back(kernel_machine::of(
          solver.solve(problem_of_classes(training(), C, tolerance(), team(), report()))));
    return all;
  }

  [[nodiscard]] std::vector<kernel_machine> solve_several(const std::vector<double>& costs) const {
    const auto problems = problems_of_two(examples().classes().size(), options());
    const auto solve_one = [&](std::int64_t k, progress& part, std::vector<kernel_machine>& all) {
      const problem_of_two one = make_problem(examples(), problems[k], report());
      const training_set rows(*one.examples, svm_method(), part, balances_classes(options()));
      kernel_solver solver = solver_on(rows.examples().values(), part);
      for (std::size_t c = 0; c < costs.size(); ++c)
        add(one, solver.solve(problem_of_classes(rows, costs[c], tolerance(), team(), part)),
            all[c]);
    };
    return solve_problems(static_cast<std::int64_t>(problems.size()), costs, solve_one);
  }

  static void add(const problem_of_two& one, const kernel_solution& solved, kernel_machine& to) {
    to.add(solved);
    to.course.push_back({to.objective, to.dual_objective});
    one.classes.count(solved.bias, to.bias.data());
    for (std::size_t i = 0; i < solved.beta.size(); ++i)
      one.classes.count(solved.beta[i], &to.coefficients[one.rows[i] * to.bias.size()]);
  }

  /// The rows on the wrong side.
  [[nodiscard]] double train_error(const model& fitted,
                                   const kernel_machine& solved) const override {
    if (solved.decisions.empty())
      return measure_machine(find_criterion("error"), solved, examples(), &fitted);
    return weight_where(fitted, solved, [this](double decision, std::int64_t row) {
      return (decision >= 0) != (training().signs()[row] > 0);
    });
  }
};

}  // namespace

const method& svm_method() {
  static const method method = {
      "svm",
      "the soft-margin SVM with a kernel, of all weak learners of a kind at once",
      {task::two_classes, task::classes},
      building_blocks::kernels,
      with_kernel_options(cost_option("cost of the loss max(0, 1 - y f) against the squared norm"),
                          {multiclass_option(), class_weight_option(), calibration_option()}, true),
      [](const fit_request& request) { return svm_fit(request).run(); },
      {},
      {"C", measure_costs<svm_fit>}};
  return method;
}

}  // namespace coppice
