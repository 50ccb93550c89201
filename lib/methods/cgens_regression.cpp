// CGEns for numbers: ridge regression on a pool of weak learners by column generation, every weight
// refitted whenever a learner is added. (It is a method of its own and not a loss of cgens, since
// labels that are numbers may be classes or numbers: the method says which.)
#include "masters/regression_master.hpp"
#include "methods/ensemble_fit.hpp"

namespace coppice {

const method& cgens_regression_method();

namespace {

master_at_start start_cgens_regression(const training_set& training, const fit_request& request) {
  const double cost = request.options.real("C");
  std::vector<double> costs = training.weights();
  for (std::size_t i = 0; i < costs.size(); ++i) {
    request.report.poll_at(static_cast<std::int64_t>(i));
    costs[i] *= cost;
  }
  return {make_regression_master(std::move(costs), training.examples().targets().numbers(),
                                 request.team, request.report)};
}

}  // namespace

const method& cgens_regression_method() {
  static const method method = {
      "cgens-regression",
      "CGEns for numbers: ridge regression on a pool of weak learners, by column generation",
      {task::numbers, task::vectors},
      building_blocks::pools,
      with_corrective_options(
          {real_option("C", "0.01", 1e-50, false, 1e10, "1e-50 <= C <= 1e10",
                       "cost of the squared errors against the squared norm of the weights")},
          false),
      [](const fit_request& request) {
        return fit_ensemble(request, cgens_regression_method(), start_cgens_regression);
      },
      path_of_learners()};
  return method;
}

}  // namespace coppice
