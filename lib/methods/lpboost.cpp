// LPBoost (Demiriz, Bennett & Shawe-Taylor 2002): the soft margin with an l1 penalty, by the column
// generation of CGEns.
#include "masters/linear_program_master.hpp"
#include "methods/ensemble_fit.hpp"

namespace coppice {

const method& lpboost_method();

namespace {

master_at_start start_lpboost(const training_set& training, const fit_request& request) {
  return {make_linear_program_master(
      classified_rows_of(training, request.options.real("C"), request.report), request.team,
      request.report)};
}

}  // namespace

const method& lpboost_method() {
  static const method method = {
      "lpboost",
      "LPBoost: the soft margin with an l1 penalty over a pool of weak learners, by column "
      "generation",
      {task::two_classes},
      building_blocks::pools,
      with_corrective_options(
          {multiclass_option(), real_option("C", "0.3", 1e-50, false, 1e10, "1e-50 <= C <= 1e10",
                                            "cost of the loss against the weights' magnitudes")},
          true, one_an_iteration),
      [](const fit_request& request) {
        return fit_ensemble(request, lpboost_method(), start_lpboost);
      },
      path_of_learners(),
      {},
      stumps_and_constant};
  return method;
}

}  // namespace coppice
