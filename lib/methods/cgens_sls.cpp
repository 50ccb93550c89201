// CGEns-SLS (Shen & Liu): an ensemble for K classes by column generation directly on the least
// squares SVM of simplex codes (10), every weight refitted whenever a learner is added.
#include "masters/simplex_master.hpp"
#include "methods/ensemble_fit.hpp"

namespace coppice {

const method& cgens_sls_method();

namespace {

master_at_start start_cgens_sls(const training_set& training, const fit_request& request) {
  const option_values& options = request.options;
  const merit_rule rule =
      options.choice("pricing") == "max" ? merit_rule::largest : merit_rule::squares;
  return {make_simplex_master(classified_rows_of(training, options.real("C"), request.report), rule,
                              request.team, request.report)};
}

std::unique_ptr<model> fit_cgens_sls(const fit_request& request) {
  return fit_ensemble(request, cgens_sls_method(), start_cgens_sls);
}

}  // namespace

const method& cgens_sls_method() {
  static const method method = {
      "cgens-sls",
      "CGEns-SLS: least squares on simplex codes of the classes over a pool of weak learners, by "
      "column generation",
      {task::classes},
      building_blocks::pools,
      with_corrective_options(
          {real_option("C", "0.01", 1e-50, false, 1e10, "1e-50 <= C <= 1e10",
                       "cost of the squared errors against the squared norm of the weights"),
           choice_option("pricing", "sum", "sum|max",
                         "take the learner with the largest sum of squared scores over the code's "
                         "dimensions, which the bound loses most by, or with the largest score in "
                         "one of them, as in the paper")}),
      fit_cgens_sls,
      path_of_learners()};
  return method;
}

}  // namespace coppice
