// Random features (Rahimi & Recht): the SVM (P) on J learners drawn at random, as the paper
// compares CGEns with. With columns scaled so that a row's squares sum up to about 1, sqrt(2 / J)
// for cosines and sqrt(1 / J) for outputs of -1 and +1, their products approach the kernel that the
// pool's distribution stands for, and C means what it means for an SVM with that kernel. Scaling
// columns by s is the same as scaling C by s^2.
#include "masters/margin_master.hpp"
#include "methods/ensemble_fit.hpp"

namespace coppice {

const method& random_features_method();

namespace {

/// Of a union the mean of its members.
double mean_square_of(const pool_specification& pool) {
  if (pool.members.empty()) return pool.kind->mean_square;
  double sum = 0;
  for (const pool_specification& member : pool.members) sum += mean_square_of(member);
  return sum / static_cast<double>(pool.members.size());
}

master_at_start start_random_features(const training_set& training, const fit_request& request) {
  const option_values& options = request.options;
  const auto learners = static_cast<double>(options.integer("learners"));
  const double scale = 1 / (mean_square_of(request.pool) * learners);
  margin_problem problem;
  problem.signs = training.signs();
  classified_rows rows = classified_rows_of(training, options.real("C") * scale, request.report);
  problem.costs = std::move(rows.costs);
  problem.row_weights = std::move(rows.weights);
  problem.loss = options.choice("loss") == "hinge" ? loss_kind::hinge : loss_kind::squared_hinge;
  problem.tolerance = options.real("tolerance");
  return {make_margin_master(std::move(problem), request.team, request.report), {}, true};
}

}  // namespace

const method& random_features_method() {
  static const method method = {
      "random-features",
      "the soft-margin SVM on weak learners drawn at random",
      {task::two_classes},
      building_blocks::pools,
      with_stagewise_options(
          {real_option("C", "1", 1e-50, false, 1e50, "1e-50 <= C <= 1e50",
                       "cost of the loss against the squared norm of the weights, of columns "
                       "scaled to approach a kernel"),
           choice_option("loss", "hinge", "hinge|squared-hinge", "max(0, 1 - y f), or its square"),
           real_option("tolerance", "1e-4", 1e-12, false, 1, "1e-12 <= tolerance <= 1",
                       "relative gap to which the problem is solved"),
           multiclass_option()}),
      [](const fit_request& request) {
        return fit_ensemble(request, random_features_method(), start_random_features);
      }};
  return method;
}

}  // namespace coppice
