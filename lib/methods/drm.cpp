// DRM, the diversity regularized machine (masters/diversity_machine.hpp), which the paper on ERM
// compares itself with: linear machines whose directions differ; their mean is the model. It is
// slow by design.
#include <numeric>
#include <utility>

#include "core/error.hpp"
#include "masters/diversity_machine.hpp"
#include "methods/selection.hpp"
#include "methods/training_set.hpp"
#include "model/aligned_rows.hpp"
#include "model/linear.hpp"

namespace coppice {

const method& drm_method();

namespace {

/// The mean cosine over pairs.
double mean_cosine(const matrix& weights) {
  const auto machines = static_cast<double>(weights.cols());
  if (weights.cols() < 2) return 1;
  const matrix directions = weights.colwise().normalized();
  const double all = directions.rowwise().sum().squaredNorm() - directions.squaredNorm();
  return all / (machines * (machines - 1));
}

/// Squares of slacks, which grow with the rows' lengths, and sums of them are to be finite.
void check_lengths(const dataset& examples, const design_matrix& design, const progress& report) {
  constexpr double most = 1e100;
  std::int64_t k = 0;  // rows of weight 0 are not in the design
  for (std::int64_t i = 0; i < examples.rows(); ++i) {
    report.poll_at(i);
    if (examples.weight(i) == 0) continue;
    const double squared_norm = design.squared_norm(k++);
    if (!(squared_norm <= most))
      fail(COPPICE_INVALID_DATA, "the squares of row ", i, " sum up to ", squared_norm,
           "; expected ", most, " at most");
  }
}

std::unique_ptr<model> fit_drm(const fit_request& request) {
  const option_values& options = request.options;
  const training_set training(request, drm_method(), balances_classes(options));
  training_report report = start_report(drm_method(), request);
  if (request.validation != nullptr)
    aligned_rows(*request.validation, {report.features, report.names, report.levels},
                 "the validation set");
  const dataset& examples = training.examples();
  report.rows = examples.rows();
  matrix weights = matrix::Zero(report.features, options.integer("components"));
  try {
    diversity_problem problem = {training.signs(), training.weights(), options.real("nu"),
                                 options.real("mu"), options.real("tolerance")};
    const double all = std::accumulate(problem.shares.begin(), problem.shares.end(), 0.0);
    for (double& share : problem.shares) share /= all;
    const design_matrix design(examples.values(), nullptr, request.team, request.report);
    check_lengths(request.examples, design, request.report);
    diversity_machine machines(problem, design, weights.cols(), request.report);
    const std::int64_t rounds = options.integer("iterations");
    report.stop_reason = machines.run(rounds, [&](std::int64_t round, double objective) {
      weights = machines.weights();
      curve_point& point = report.curve.emplace_back();
      point.iteration = static_cast<double>(round);
      point.objective = report.objective = objective;
      report.iterations = report.best_iteration = round;
      progress_state state;
      state.iteration = round;
      state.iterations = rounds;
      state.objective = objective;
      request.report.report(state);
    });
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    report.stop_reason = asked.reason;
  }
  report.find("mean_cosine", mean_cosine(weights));
  report.find("component_weights",
              std::vector<double>(weights.data(), weights.data() + weights.size()));
  const vector mean = weights.rowwise().mean();
  auto made = std::make_unique<linear_model>(
      linear_parts{std::vector<double>(mean.data(), mean.data() + mean.size()), {0.0}},
      std::move(report));
  measure_last_point(request, examples, *made);
  return made;
}

}  // namespace

const method& drm_method() {
  static const method method = {
      "drm",
      "the diversity regularized machine: the mean of linear nu-SVMs whose directions differ",
      {task::two_classes},
      building_blocks::nothing,
      {integer_option("components", "10", 1, 1000, "1 <= components <= 1000",
                      "how many machines are trained"),
       real_option("nu", "0.5", 0, true, 1e6, "0 < nu <= 1e6",
                   "what a margin gains against the squared slacks below it"),
       real_option("mu", "0.001", 0, false, 1e6, "0 <= mu <= 1e6",
                   "cost of the cosine of every two directions"),
       real_option("tolerance", "1e-4", 1e-12, false, 1, "1e-12 <= tolerance <= 1",
                   "share of nu to which a machine, and a round over all of them, is solved"),
       integer_option("iterations", "100", 1, 1e9, "1 <= iterations <= 1e9",
                      "rounds over all machines, at most"),
       class_weight_option(), calibration_option(), criterion_option(), select_option(),
       time_limit_option(), threads_option(), seed_option()},
      fit_drm};
  return method;
}

}  // namespace coppice
