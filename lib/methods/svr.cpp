// Support vector regression (Vapnik, "The Nature of Statistical Learning Theory", 1995) with a
// kernel:
//
//     min 1/2 beta'K beta + C sum_i c_i max(0, |y_i - f(x_i)| - epsilon),
//
// numbers predicted by f(x) = sum_i beta_i K(x_i, x) + b, an infinite ensemble where the kernel
// embodies all weak learners of a kind. Several numbers a row are a problem each.
#include "methods/kernel_fit.hpp"
#include "methods/kernel_problems.hpp"

namespace coppice {

const method& svr_method();

namespace {

class svr_fit final : public kernel_fit {
 public:
  explicit svr_fit(const fit_request& request) : kernel_fit(request, svr_method(), false) {}

 private:
  [[nodiscard]] std::vector<kernel_machine> solve(const std::vector<double>& costs) const override {
    const std::int64_t outputs = examples().targets().outputs();
    const feature_matrix rows = rows_twice(examples().values());
    std::vector<kernel_machine> all;
    all.reserve(costs.size());
    if (outputs == 1) {
      kernel_solver solver = solver_on(rows, report());
      for (const double C : costs) all.push_back(kernel_machine::of(solve_output(0, C, solver)));
      return all;
    }
    const auto solve_one = [&](std::int64_t k, progress& part, std::vector<kernel_machine>& to) {
      kernel_solver solver = solver_on(rows, part);
      for (std::size_t c = 0; c < costs.size(); ++c)
        add(k, solve_output(k, costs[c], solver), to[c]);
    };
    return solve_problems(outputs, costs, solve_one);
  }

  [[nodiscard]] kernel_solution solve_output(std::int64_t k, double C,
                                             kernel_solver& solver) const {
    const regression_problem problem =
        problem_of_numbers(training(), k, C, options().real("epsilon"), tolerance());
    return problem.restored(solver.solve(problem.of_pairs));
  }

  static void add(std::int64_t k, const kernel_solution& solved, kernel_machine& to) {
    to.add(solved);
    to.course.push_back({to.objective, to.dual_objective});
    to.bias[k] = solved.bias;
    for (std::size_t i = 0; i < solved.beta.size(); ++i)
      to.coefficients[i * to.bias.size() + static_cast<std::size_t>(k)] = solved.beta[i];
  }
};

}  // namespace

const method& svr_method() {
  static const method method = {
      "svr",
      "support vector regression with a kernel, of all weak learners of a kind at once",
      {task::numbers, task::vectors},
      building_blocks::kernels,
      with_kernel_options(
          cost_option("cost of the loss max(0, |y - f| - epsilon) against the squared norm"),
          {real_option("epsilon", "0.1", 0, false, 1e50, "0 <= epsilon <= 1e50",
                       "errors up to this size cost nothing")},
          false),
      [](const fit_request& request) { return svr_fit(request).run(); },
      {},
      {"C", measure_costs<svr_fit>}};
  return method;
}

}  // namespace coppice
