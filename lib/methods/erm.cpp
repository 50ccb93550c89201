// ERM, the exclusivity regularized machine (Guo), over the features or a map of them: components
// that are trained together, whose mean is the model. masters/multiplier_method.hpp has the problem
// (5) and the paper's algorithm.
//
// Its optimum is known. The objective is convex and does not change where components change
// places, so that the mean of an optimum is an optimum, all of whose components are the same w:
//
//     C^2 (1/2 |w|^2 + sum_i (c_i / C) max(0, 1 - y_i (w . x_i + b))^p + beta / C |w|_1),
//
// C^2 times the objective of the SVM with the costs c_i / C. Where components begin equal, p is 1
// or 2 and beta is 0, Newton's method solves that one (masters/margin_newton.hpp).
//
// Classes are learned one against the rest, from the same design.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/random.hpp"
#include "core/row_sums.hpp"
#include "masters/multiplier_method.hpp"
#include "masters/penalised_squares.hpp"
#include "methods/drawn_design.hpp"
#include "methods/ensemble_fit.hpp"
#include "methods/linear_svm.hpp"
#include "methods/selection.hpp"
#include "model/aligned_rows.hpp"
#include "model/ensemble.hpp"
#include "model/linear.hpp"

namespace coppice {

const method& erm_method();

namespace {

/// What is found of one class against the rest, or of two classes.
struct solved_problem {
  component_weights components;  // of each that is kept
  double objective = training_report::unknown;
  double dual_objective = training_report::unknown;
};

class erm_fit {
 public:
  explicit erm_fit(const fit_request& request)
      : request_(request),
        options_(request.options),
        training_(request, erm_method(), balances_classes(request.options)),
        pool_(request.pool),
        loss_(options_.real("p")),
        components_(options_.integer("components")),
        report_(start_report(erm_method(), request)) {
    if (request.validation != nullptr)
      aligned_rows(*request.validation, {report_.features, report_.names, report_.levels},
                   "the validation set");
    const bool differ = options_.choice("start") == "random" && components_ > 1;
    kept_ = differ ? components_ : 1;
    regulariser_ = {options_.real("beta"), components_ / kept_};
    report_.rows = training_.examples().rows();
  }

  std::unique_ptr<model> run() {
    report_.stop_reason = "tolerance";
    std::vector<solved_problem> solved;
    try {
      map_ = drawn_map(training_, request_, pool_);
      const std::int64_t columns = map_.size() > 0 ? map_.size() : width_of_features();
      check_factorable(report_.rows, columns);
      columns_ = columns;
      const design_matrix design = design_of(map_, training_, request_);
      for (std::int64_t k = 0; k < report_.scores(); ++k) {
        solved.push_back(nothing_yet());
        solve(design, k, solved.back());
        if (report_.scores() > 1) request_.report.report({k + 1, report_.scores()});
      }
      tell_of_components(design, solved);
    } catch (const interruption& asked) {
      if (!asked.keep) throw;
      report_.stop_reason = asked.reason;
    }
    while (static_cast<std::int64_t>(solved.size()) < report_.scores())
      solved.push_back(nothing_yet());
    return make_model(solved);
  }

 private:
  [[nodiscard]] std::int64_t width_of_features() const {
    if (request_.pool.view.empty()) return report_.features;
    return static_cast<std::int64_t>(request_.examples.view(request_.pool.view)->size());
  }

  [[nodiscard]] solved_problem nothing_yet() const {
    return {{matrix::Zero(columns_, kept_), vector::Zero(kept_)}};
  }

  /// +1 for class k, or for the later of two; -1 for the others.
  [[nodiscard]] std::vector<double> signs_of(std::int64_t k) const {
    if (report_.scores() == 1) return training_.signs();
    std::vector<double> signs(static_cast<std::size_t>(report_.rows));
    const std::vector<std::int32_t>& labels = training_.examples().labels();
    for (std::int64_t i = 0; i < report_.rows; ++i) {
      signs[i] = labels[i] == k ? 1 : -1;
      request_.report.poll_at(i);
    }
    return signs;
  }

  [[nodiscard]] std::vector<double> costs(double lambda) const {
    std::vector<double> costs = training_.weights();
    for (double& cost : costs) cost *= lambda;
    return costs;
  }

  void solve(const design_matrix& design, std::int64_t k, solved_problem& to) {
    const bool is_published = options_.choice("schedule") == "paper";
    const bool has_svm = regulariser_.sparsity == 0 && (loss_.power() == 1 || loss_.power() == 2);
    if (!has_svm || is_published || kept_ > 1)
      return solve_by_multipliers(design, k, is_published, has_svm, to);
    const linear_svm svm = solve_svm(design, signs_of(k), options_.real("tolerance"));
    to = {{svm.weights, vector::Constant(1, svm.bias)}, svm.objective, svm.dual_objective};
    tell(1, 1, {to.objective, to.dual_objective});
    if (to.objective - to.dual_objective > options_.real("tolerance") * to.objective)
      report_.stop_reason = "stalled";
  }

  /// Newton's method, of the SVM whose weights all components have; its objectives and its y a are
  /// those of a component of ERM.
  [[nodiscard]] linear_svm solve_svm(const design_matrix& design, std::vector<double> signs,
                                     double tolerance) const {
    margin_problem problem;
    const auto components = static_cast<double>(components_);
    problem.signs = std::move(signs);
    problem.costs = costs(options_.real("lambda") / components);
    problem.row_weights = training_.row_weights();
    problem.loss = loss_.power() == 1 ? loss_kind::hinge : loss_kind::squared_hinge;
    problem.tolerance = tolerance;
    linear_svm svm = solve_linear_svm(std::move(problem), design, request_.team, request_.report);
    svm.objective *= components * components;
    svm.dual_objective *= components * components;
    for (double& dual : svm.signed_dual) dual *= components;
    return svm;
  }

  /// Where the SVM is there to tell the optimum, it does: the multipliers' own bound is as good at
  /// the optimum only. On the way there it is the start, too, and what there is until the first
  /// objective is known: equal components.
  void solve_by_multipliers(const design_matrix& design, std::int64_t k, bool is_published,
                            bool has_svm, solved_problem& to) {
    exclusivity_problem problem;
    problem.signs = signs_of(k);
    problem.costs = costs(options_.real("lambda"));
    problem.loss = loss_;
    problem.regulariser = regulariser_;
    multiplier_method method(problem, design, start_of(k), request_.team, request_.report);
    const double tolerance = options_.real("tolerance");
    if (has_svm) {
      linear_svm svm = solve_svm(design, problem.signs, tolerance / 10);
      method.take_bound(svm.dual_objective);
      if (!is_published) {
        to = {{svm.weights.replicate(1, kept_), vector::Constant(kept_, svm.bias)},
              svm.objective,
              svm.dual_objective};
        method.begin_near(svm.weights, svm.bias, std::move(svm.signed_dual));
      }
    }
    const std::int64_t iterations = options_.integer("iterations");
    const auto take = [&] {
      const bool is_known = is_published || std::isfinite(method.objective());
      if (is_known) to = {method.components(), method.objective(), method.dual_objective()};
    };
    const auto listener = [&](std::int64_t iteration, const objective_reached& reached) {
      take();
      tell(iteration, iterations, reached);
    };
    const char* ended = is_published ? method.run_as_published(iterations, listener)
                                     : method.run_to_optimum(tolerance, iterations, listener);
    if (is_published && !has_svm) method.certify();
    take();
    if (std::string_view(ended) != "tolerance") report_.stop_reason = ended;
  }

  [[nodiscard]] multiplier_start start_of(std::int64_t k) const {
    multiplier_start start = {matrix::Ones(columns_, kept_), matrix::Ones(columns_, kept_),
                              options_.choice("first_error") == "labels"};
    if (options_.choice("start") == "random") {
      random_numbers random(stream_seed(seed_of(options_), static_cast<std::uint64_t>(k)));
      for (double& number : start.multipliers.reshaped()) number = random.normal();
      start.weights = start.multipliers;
    }
    return start;
  }

  /// Of the first problem, and so of two classes, the objectives are a curve.
  void tell(std::int64_t iteration, std::int64_t iterations, const objective_reached& reached) {
    ++told_;
    if (report_.scores() > 1) return;
    curve_point& point = report_.curve.emplace_back();
    point.iteration = static_cast<double>(iteration);
    point.objective = reached.objective;
    point.dual_objective = reached.dual_objective;
    progress_state state;
    state.iteration = iteration;
    state.iterations = iterations;
    state.objective = reached.objective;
    state.gap = training_report::relative_gap(reached.objective, reached.dual_objective);
    report_.iterations = report_.best_iteration = iteration;
    request_.report.report(state);
  }

  void tell_of_components(const design_matrix& design, const std::vector<solved_problem>& solved);
  std::unique_ptr<model> make_model(const std::vector<solved_problem>& solved);

  const fit_request& request_;
  const option_values& options_;
  const training_set training_;
  pool_specification pool_;  // with its options as they were settled
  power_hinge loss_;
  std::int64_t components_;
  std::int64_t kept_;  // 1 where all components are equal
  exclusivity regulariser_;
  learner_sequence map_;
  std::int64_t columns_ = 0;  // of the design
  std::int64_t told_ = 0;
  training_report report_;
};

/// Losses of the components and of their mean, which has no larger one (proposition 1), and how
/// exclusive the components are; sums over the problems.
void erm_fit::tell_of_components(const design_matrix& design,
                                 const std::vector<solved_problem>& solved) {
  const std::vector<double> cost = costs(options_.real("lambda"));
  std::vector<double> losses(static_cast<std::size_t>(components_), 0.0);
  std::vector<double> weights;
  std::vector<double> biases;
  matrix pairs = matrix::Zero(components_, components_);
  double of_ensemble = 0;
  std::vector<double> f;
  for (std::size_t k = 0; k < solved.size(); ++k) {
    const component_weights& all = solved[k].components;
    const std::vector<double> signs = signs_of(static_cast<std::int64_t>(k));
    design.multiply_several(all.weights, f);
    const auto take_row = [&](std::int64_t i) {
      double mean = 0;
      for (std::int64_t c = 0; c < components_; ++c) {
        const std::int64_t own = c % kept_;
        const double decision = f[i * kept_ + own] + all.bias[own];
        losses[c] += loss_.value(cost[i], 1 - signs[i] * decision);
        mean += decision / static_cast<double>(components_);
      }
      of_ensemble += loss_.value(cost[i], 1 - signs[i] * mean);
    };
    request_.report.in_pieces(report_.rows, rows_a_block(components_),
                              [&](std::int64_t first, std::int64_t count) {
                                for (std::int64_t i = first; i < first + count; ++i) take_row(i);
                              });
    const matrix of_kept = pairwise_exclusivity(all.weights);
    for (std::int64_t c = 0; c < components_; ++c)
      for (std::int64_t other = 0; other < components_; ++other)
        pairs(c, other) += of_kept(c % kept_, other % kept_);
    if (kept_ == 1) continue;
    weights.insert(weights.end(), all.weights.data(), all.weights.data() + all.weights.size());
    biases.insert(biases.end(), all.bias.data(), all.bias.data() + all.bias.size());
  }
  const auto count = static_cast<double>(components_);
  double sum = 0;
  for (const double loss : losses) sum += loss;
  report_.find("component_loss", sum / count);
  report_.find("ensemble_loss", of_ensemble);
  report_.find("exclusivity",
               components_ > 1 ? (pairs.sum() - pairs.trace()) / (count * (count - 1)) : 0.0);
  report_.find("component_losses", std::move(losses));
  report_.find("pairwise_exclusivity",
               std::vector<double>(pairs.data(), pairs.data() + pairs.size()));
  report_.find("component_weights", std::move(weights));
  report_.find("component_bias", std::move(biases));
}

/// Of the mean of the components.
std::unique_ptr<model> erm_fit::make_model(const std::vector<solved_problem>& solved) {
  const auto scores = static_cast<std::size_t>(report_.scores());
  std::vector<vector> means;
  std::vector<double> bias;
  report_.objective = report_.dual_objective = 0;
  for (const solved_problem& one : solved) {
    means.emplace_back(one.components.weights.rowwise().mean());
    bias.push_back(one.components.bias.mean());
    report_.objective += one.objective;
    report_.dual_objective += one.dual_objective;
  }
  if (!std::isfinite(report_.objective)) report_.objective = training_report::unknown;
  if (!std::isfinite(report_.dual_objective)) report_.dual_objective = training_report::unknown;
  if (std::isfinite(report_.gap())) report_.gap_scope = "problem";
  if (scores > 1) report_.iterations = report_.best_iteration = told_;
  const bool falls_short =
      options_.choice("schedule") == "exact" && !(report_.gap() <= options_.real("tolerance"));
  const std::string_view ended = report_.stop_reason;
  if (falls_short && (ended == "iterations" || ended == "stalled"))
    report_.warnings.push_back(
        text("the fit ended at a relative gap of ", report_.gap(), ", above option tolerance"));
  describe_pool(pool_, report_);

  std::unique_ptr<model> made;
  if (map_.size() > 0) {
    ensemble_parts parts;
    for (std::int64_t j = 0; j < columns_; ++j)
      for (const vector& mean : means) parts.final_stage.weights.push_back(mean[j]);
    parts.final_stage.bias = std::move(bias);
    parts.learners = std::move(map_);
    made = std::make_unique<ensemble>(std::move(parts), std::move(report_));
  } else {
    linear_parts parts;
    const auto wide = static_cast<std::size_t>(report_.features);
    parts.weights.assign(scores * wide, 0.0);
    parts.bias = std::move(bias);
    const auto view =
        request_.pool.view.empty() ? nullptr : request_.examples.view(request_.pool.view);
    for (std::size_t s = 0; s < scores; ++s)
      for (std::int64_t d = 0; d < means[s].size(); ++d)
        parts.weights[s * wide + (view == nullptr ? d : (*view)[d])] = means[s][d];
    made = std::make_unique<linear_model>(std::move(parts), std::move(report_));
  }
  measure_last_point(request_, training_.examples(), *made);
  return made;
}

}  // namespace

const method& erm_method() {
  static const method method = {
      "erm",
      "the exclusivity regularized machine: the mean of linear components trained together",
      {task::two_classes, task::classes},
      building_blocks::pools,
      {real_option("lambda", "2", 1e-50, false, 1e50, "1e-50 <= lambda <= 1e50",
                   "cost of the loss max(0, 1 - y f)^p of each component against the regulariser"),
       integer_option("components", "10", 1, 1000, "1 <= components <= 1000",
                      "how many components are trained"),
       real_option("p", "1", 1, false, 10, "1 <= p <= 10", "power of the hinge loss"),
       choice_option("schedule", "exact", "exact|paper",
                     "exact goes to the optimum, which is an SVM; paper stops early, where the "
                     "objective changes by less than 0.05"),
       choice_option("start", "ones", "ones|random",
                     "where multipliers begin: from ones components stay equal, from normal "
                     "numbers they differ"),
       choice_option("first_error", "zero", "zero|labels",
                     "what the errors begin as, which the paper leaves open"),
       real_option("beta", "0", 0, false, 1e50, "0 <= beta <= 1e50",
                   "sparsity: cost of the absolute values of the weights"),
       real_option("tolerance", "1e-4", 1e-12, false, 1, "1e-12 <= tolerance <= 1",
                   "relative gap to which schedule=exact goes"),
       integer_option("iterations", "10000", 0, 1e9, "0 <= iterations <= 1e9",
                      "of the multipliers' method, at most"),
       integer_option("learners", "500", 1, "learners >= 1",
                      "weak learners to draw and to map rows by, from another pool than linear"),
       class_weight_option(), calibration_option(), criterion_option(), select_option(),
       time_limit_option(), threads_option(), seed_option()},
      [](const fit_request& request) { return erm_fit(request).run(); },
      {},
      {},
      "linear"};
  return method;
}

}  // namespace coppice
