// The one-class SVM (Scholkopf, Platt, Shawe-Taylor, Smola & Williamson, "Estimating the support of
// a high-dimensional distribution", Neural Computation 2001) with a kernel: without targets it
// learns where rows lie. The decision value is >= 0 inside, where the class is 1, and -1 outside;
// at most a share nu of the rows is outside, and at least that share are support vectors.
//
// Of kernels that are known but for a constant, as those of stumps and perceptrons, the constant
// moves into the bias, as the coefficients sum up to 1.
#include <cmath>

#include "methods/kernel_fit.hpp"
#include "methods/kernel_problems.hpp"

namespace coppice {

const method& one_class_method();

namespace {

class one_class_fit final : public kernel_fit {
 public:
  explicit one_class_fit(const fit_request& request)
      : kernel_fit(request, one_class_method(), false) {}

 private:
  [[nodiscard]] double cost() const override { return options().real("nu"); }

  [[nodiscard]] std::vector<kernel_machine> solve(
      const std::vector<double>& shares) const override {
    kernel_solver solver = solver_on(examples().values(), report());
    std::vector<double> mean = training().weights();
    double sum = 0;
    for (const double weight : mean) sum += weight;
    for (double& weight : mean) weight /= sum;
    const one_class_problem problem =
        problem_of_one_class(mean, solver.sums(mean), shares.front(), tolerance());
    std::vector<kernel_machine> all;
    all.push_back(kernel_machine::of(problem.restored(solver.solve(problem.from_mean))));
    return all;
  }

  /// The weight outside.
  [[nodiscard]] double train_error(const model& fitted,
                                   const kernel_machine& solved) const override {
    return weight_where(fitted, solved,
                        [](double decision, std::int64_t /*row*/) { return decision < 0; });
  }
};

}  // namespace

const method& one_class_method() {
  static const method method = {
      "one-class",
      "the one-class SVM with a kernel: where rows lie, learned without targets",
      {task::one_class},
      building_blocks::kernels,
      with_kernel_options(real_option("nu", "0.1", 0, true, 1, "0 < nu <= 1",
                                      "the share of the rows that may be outside"),
                          {}, true),
      [](const fit_request& request) { return one_class_fit(request).run(); }};
  return method;
}

}  // namespace coppice
