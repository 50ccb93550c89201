// CGEns (Shen & Liu): an ensemble of weak learners by column generation directly on the soft-margin
// SVM (P), every weight refitted whenever a learner is added.
#include "masters/liblinear_master.hpp"
#include "masters/margin_master.hpp"
#include "methods/ensemble_fit.hpp"
#include "methods/optimum_over_pool.hpp"

namespace coppice {

const method& cgens_method();

namespace {

bias_kind bias_of(const std::string& choice) {
  if (choice == "penalised") return bias_kind::penalised;
  return choice == "none" ? bias_kind::none : bias_kind::free;
}

loss_kind loss_of(const std::string& choice) {
  if (choice == "squared-hinge") return loss_kind::squared_hinge;
  return choice == "least-squares" ? loss_kind::least_squares : loss_kind::hinge;
}

margin_problem problem_of(const training_set& training, const option_values& options,
                          const progress& report) {
  classified_rows rows = classified_rows_of(training, options.real("C"), report);
  margin_problem problem;
  problem.signs = training.signs();
  report.poll();
  problem.costs = std::move(rows.costs);
  problem.row_weights = std::move(rows.weights);
  problem.loss = loss_of(options.choice("loss"));
  problem.bias = bias_of(options.choice("bias"));
  problem.bias_scale = options.real("bias_scale");
  problem.tolerance = options.real("tolerance");
  return problem;
}

/// The paper's start, the same u for every row: y_i alpha_i with alpha_i = c_i.
std::vector<double> constant_residual(const margin_problem& problem) {
  std::vector<double> residual(problem.signs);
  for (std::size_t i = 0; i < residual.size(); ++i) residual[i] *= problem.costs[i];
  return residual;
}

master_at_start start_cgens(const training_set& training, const fit_request& request) {
  const option_values& options = request.options;
  margin_problem problem = problem_of(training, options, request.report);
  master_at_start made;
  if (options.flag("price_of_sparsity")) made.optimum = optimum_over_pool(training, request);
  if (options.choice("start") == "constant") made.first_residual = constant_residual(problem);
  made.restricted = options.choice("master") == "liblinear"
                        ? make_liblinear_master(std::move(problem), request.report)
                        : make_margin_master(std::move(problem), request.team, request.report);
  return made;
}

std::unique_ptr<model> fit_cgens(const fit_request& request) {
  return fit_ensemble(request, cgens_method(), start_cgens);
}

}  // namespace

const method& cgens_method() {
  static const method method = {
      "cgens",
      "CGEns: the soft-margin SVM over a pool of weak learners, by column generation",
      {task::two_classes},
      building_blocks::pools,
      with_corrective_options(
          {real_option("C", "0.01", 1e-50, false, 1e50, "1e-50 <= C <= 1e50",
                       "cost of the loss against the squared norm of the weights"),
           choice_option("loss", "hinge", "hinge|squared-hinge|least-squares",
                         "max(0, 1 - y f), its square, or (y - f)^2 / 2"),
           choice_option("bias", "free", "free|penalised|none",
                         "whether the bias is unpenalised, penalised as a weight, or absent"),
           real_option("bias_scale", "1", 1e-10, false, 1e10, "1e-10 <= bias_scale <= 1e10",
                       "height of the constant column that bias=penalised weighs"),
           real_option("tolerance", "1e-4", 1e-12, false, 1, "1e-12 <= tolerance <= 1",
                       "relative gap to which every restricted master is solved"),
           choice_option("master", "dual", "dual|liblinear",
                         "who solves the restricted masters: the library, or LIBLINEAR from "
                         "nothing each time (bias penalised or none, hinge or squared hinge)"),
           choice_option("start", "optimal", "optimal|constant",
                         "choose the first learner with the empty master's residual, or with "
                         "equal ones as in the paper"),
           choice_option("price_of_sparsity", "no", "no|yes",
                         "compute the optimum over all learners of the pool at the end, which the "
                         "objective is compared with: stumps of numbers, loss=hinge, bias=free"),
           multiclass_option()}),
      fit_cgens,
      path_of_learners()};
  return method;
}

}  // namespace coppice
