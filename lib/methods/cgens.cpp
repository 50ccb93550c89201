// CGEns (Shen & Liu): an ensemble of weak learners by column generation directly on the soft-margin
// SVM (P), every weight refitted whenever a learner is added.
#include <optional>

#include "masters/liblinear_master.hpp"
#include "masters/margin_master.hpp"
#include "methods/column_generation.hpp"
#include "methods/method.hpp"
#include "methods/selection.hpp"
#include "methods/training_set.hpp"

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
  margin_problem problem;
  problem.signs = training.signs();
  report.poll();
  problem.costs.reserve(training.weights().size());
  for (const double weight : training.weights()) {
    report.poll_at(static_cast<std::int64_t>(problem.costs.size()));
    problem.costs.push_back(options.real("C") * weight);
  }
  problem.row_weights = training.row_weights();
  report.poll();
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

class cgens_fit final : public unfinished_fit {
 public:
  explicit cgens_fit(const fit_request& request)
      : training_(request, cgens_method(), balances_classes(request.options)), pool_(request.pool) {
    const option_values& options = request.options;
    if (request.validation != nullptr)
      validation_.emplace(*request.validation, request.examples, selected_by(options), request.team,
                          request.report);
    margin_problem problem = problem_of(training_, options, request.report);
    std::vector<double> first;
    if (options.choice("start") == "constant") first = constant_residual(problem);
    master_ = options.choice("master") == "liblinear"
                  ? make_liblinear_master(std::move(problem), request.report)
                  : make_margin_master(std::move(problem), request.team, request.report);
    const auto make_pool = [this, &team = request.team, &report = request.report,
                            seed = seed_of(options)] {
      return create_pool(training_.examples(), pool_, team, report, seed);
    };
    generator_.emplace(column_generation{
        training_.examples().rows(), options.real("epsilon"),
        options.integer("columns_per_iteration"), options.flag("keep_stages"), std::move(first),
        *master_, make_pool, validation_ ? &*validation_ : nullptr, request.report});
  }

  [[nodiscard]] bool can_go_on(const option_values& options) const override {
    return generator_->can_go_on(limits_of(options));
  }

  std::unique_ptr<model> run(const fit_request& request) {
    training_report report = start_report(cgens_method(), request);
    report.rows = training_.examples().rows();
    ensemble_parts parts = generator_->run(limits_of(request.options), report);
    describe_pool(pool_, report);
    return std::make_unique<ensemble>(std::move(parts), std::move(report));
  }

 private:
  static generation_limits limits_of(const option_values& options) {
    return {options.integer("learners"), options.integer("validation_patience")};
  }

  training_set training_;
  pool_specification pool_;  // with its options as they were settled, once it is at work
  std::optional<validation_set> validation_;
  std::unique_ptr<master> master_;
  std::optional<column_generator> generator_;
};

/// What stands when a fit is asked to stop before it has begun: no learners, and no objective.
std::unique_ptr<model> nothing_yet(const fit_request& request, const interruption& asked) {
  training_report report = start_report(cgens_method(), request);
  report.stop_reason = asked.reason;
  report.rows = request.examples.rows();
  ensemble_parts parts;
  parts.final_stage.bias = {0.0};
  return std::make_unique<ensemble>(std::move(parts), std::move(report));
}

std::unique_ptr<model> fit(const fit_request& request) {
  if (request.unfinished == nullptr) {
    const std::int64_t a_time = request.options.integer("columns_per_iteration");
    request.report.expect((request.options.integer("learners") - 1) / a_time + 1);
    try {
      request.unfinished = std::make_unique<cgens_fit>(request);
    } catch (const interruption& asked) {
      if (!asked.keep) throw;
      return nothing_yet(request, asked);
    }
  }
  return static_cast<cgens_fit&>(*request.unfinished).run(request);
}

}  // namespace

const method& cgens_method() {
  static const method method = {
      "cgens",
      "CGEns: the soft-margin SVM over a pool of weak learners, by column generation",
      {task::two_classes},
      building_blocks::pools,
      {real_option("C", "0.01", 1e-50, false, 1e50, "1e-50 <= C <= 1e50",
                   "cost of the loss against the squared norm of the weights"),
       choice_option("loss", "hinge", "hinge|squared-hinge|least-squares",
                     "max(0, 1 - y f), its square, or (y - f)^2 / 2"),
       choice_option("bias", "free", "free|penalised|none",
                     "whether the bias is unpenalised, penalised as a weight, or absent"),
       real_option("bias_scale", "1", 1e-10, false, 1e10, "1e-10 <= bias_scale <= 1e10",
                   "height of the constant column that bias=penalised weighs"),
       learners_option(),
       integer_option("columns_per_iteration", "1", 1, "columns_per_iteration >= 1",
                      "learners to add before weights are refitted; more is faster and coarser"),
       real_option("epsilon", "1e-6", 0, false, 1, "0 <= epsilon <= 1",
                   "stop when no weak learner outside, or none of those drawn, scores this share "
                   "of the best score at the start, each relative to the size of the residuals"),
       real_option("tolerance", "1e-4", 1e-12, false, 1, "1e-12 <= tolerance <= 1",
                   "relative gap to which every restricted master is solved"),
       choice_option("master", "dual", "dual|liblinear",
                     "who solves the restricted masters: the library, or LIBLINEAR from nothing "
                     "each time (bias penalised or none, hinge or squared hinge)"),
       choice_option("start", "optimal", "optimal|constant",
                     "choose the first learner with the empty master's residual, or with equal "
                     "ones as in the paper"),
       class_weight_option(), calibration_option(), keep_stages_option(), criterion_option(),
       select_option(), validation_patience_option(), time_limit_option(), threads_option(),
       seed_option()},
      fit,
      path_of_learners()};
  return method;
}

}  // namespace coppice
