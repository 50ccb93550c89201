// A fit of a kernel machine: the kernel settled on the training rows, the problems of a method
// solved for a cost C or for several, and the model made of the rows that have a coefficient. What
// sets one such method apart from another is its problems.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "kernels/kernel.hpp"
#include "masters/common_gram.hpp"
#include "masters/kernel_solver.hpp"
#include "methods/folds.hpp"
#include "methods/method.hpp"
#include "methods/training_set.hpp"

namespace coppice {

/// What the solutions of all problems come to, over all rows. Its course is that of the one problem
/// where there is one; of more it is the sums after each problem.
struct kernel_machine {
  std::vector<double> coefficients;  // rows x scores
  std::vector<double> bias;          // scores
  double objective = 0;
  double dual_objective = 0;
  std::vector<kernel_progress> course;
  std::vector<double> decisions;  // of two classes, to within `rounding`
  double rounding = 0;
  bool was_indefinite = false;
  const char* stop_reason = "tolerance";

  /// Of one problem, whose rows are all rows.
  static kernel_machine of(kernel_solution solved);

  /// What is told of a solution, but for its coefficients.
  void add(const kernel_solution& solved);
};

class kernel_fit {
 public:
  kernel_fit(const fit_request& request, const method& of, bool balanced);
  virtual ~kernel_fit() = default;
  kernel_fit(const kernel_fit&) = delete;
  kernel_fit& operator=(const kernel_fit&) = delete;

  std::unique_ptr<model> run();

  /// The criterion on the rows held out with each of these costs, which ascend: solutions of one
  /// start those of the next.
  std::vector<double> measure_at(const std::vector<double>& costs, const criterion& by,
                                 const dataset& held_out);

 protected:
  /// What the option says that costs are.
  [[nodiscard]] virtual double cost() const { return options().real("C"); }

  /// A machine for each of these costs.
  [[nodiscard]] virtual std::vector<kernel_machine> solve(
      const std::vector<double>& costs) const = 0;

  /// The weighted fraction of rows on the wrong side, where the method has sides.
  [[nodiscard]] virtual double train_error(const model& /*fitted*/,
                                           const kernel_machine& /*solved*/) const {
    return training_report::unknown;
  }

  [[nodiscard]] const training_set& training() const noexcept { return training_; }
  [[nodiscard]] const dataset& examples() const noexcept { return training_.examples(); }
  [[nodiscard]] const option_values& options() const noexcept { return request_.options; }
  [[nodiscard]] progress& report() const noexcept { return request_.report; }
  [[nodiscard]] thread_team& team() const noexcept { return request_.team; }
  [[nodiscard]] double tolerance() const { return options().real("tolerance"); }

  /// Of problems on these rows, which outlive it.
  [[nodiscard]] kernel_solver solver_on(const feature_matrix& rows, progress& told) const;

  /// The share of the weight of rows that count by their decision values, the solver's; those that
  /// rounding may have brought to the other side of 0 are predicted.
  [[nodiscard]] double weight_where(const model& fitted, const kernel_machine& solved,
                                    const std::function<bool(double, std::int64_t)>& counts) const;

  /// The criterion of a machine on these rows: by their kernels with the support vectors where a
  /// common matrix has them, else by its model, which may be made already.
  [[nodiscard]] double measure_machine(const criterion& by, const kernel_machine& solved,
                                       const dataset& rows, const model* made = nullptr) const;

  /// The machines of several problems, one after the other: step(k, part, all) adds what problem k
  /// comes to. A stop leaves what was added by then, and no objectives.
  [[nodiscard]] std::vector<kernel_machine> solve_problems(
      std::int64_t problems, const std::vector<double>& costs,
      const std::function<void(std::int64_t, progress&, std::vector<kernel_machine>&)>& step) const;

 private:
  /// The rows that have a coefficient.
  struct support_vectors {
    std::vector<std::int64_t> rows;
    std::vector<double> coefficients;  // rows x scores
  };
  [[nodiscard]] support_vectors support_vectors_of(const kernel_machine& solved) const;
  [[nodiscard]] common_gram* common() const noexcept;
  [[nodiscard]] std::vector<common_gram::place> places_in_common(const dataset& rows) const;
  [[nodiscard]] std::vector<double> decisions_in_common(
      const kernel_machine& solved, const std::vector<common_gram::place>& places,
      const std::vector<common_gram::place>& looked_at) const;
  [[nodiscard]] std::unique_ptr<model> make_model(const kernel_machine& solved) const;
  [[nodiscard]] training_report report_of(const kernel_machine& solved) const;
  void measure_on_rows(model& fitted, const kernel_machine& solved) const;

  const fit_request& request_;
  const method& method_;
  const training_set training_;
  std::shared_ptr<const kernel> kernel_;
  std::unique_ptr<common_gram> common_;  // of the problems of this fit; null for none
};

/// The Gram matrix that fits with these settings, each without the rows of one fold, have in common
/// (fold_of as deal_folds() gives it); examples and folds outlive it. Null where the method has
/// none, or where option cache does not hold it.
std::unique_ptr<common_gram> common_gram_of(const solver_settings& settings,
                                            const dataset& examples,
                                            const std::vector<std::int64_t>& fold_of,
                                            const progress& report);

/// The cost of a loss, as help has it.
option cost_option(const char* help);

/// A method's own options between those of the kernel with the cost, and those that surround the
/// fit, of classes or of numbers.
option_table with_kernel_options(const option& cost, option_table own, bool of_classes);

/// The criteria of fits that start each other's solutions.
template <class Fit>
std::vector<double> measure_costs(const path_request& request) {
  std::vector<double> costs = request.values;
  if (costs.empty()) costs.push_back(request.settings.options.real("C"));
  std::vector<double> criteria;
  request_part(request.settings, request.training, nullptr, request.whole, request.common,
               [&](const fit_request& part) {
                 criteria = Fit(part).measure_at(costs, request.by, request.held_out);
               });
  return criteria;
}

}  // namespace coppice
