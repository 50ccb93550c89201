// MultiBoost (Shen & Hao 2011): K classes by totally corrective boosting of their margins, on the
// column generation of CGEns.
#include "masters/exponential_master.hpp"
#include "methods/ensemble_fit.hpp"

namespace coppice {

const method& multiboost_method();

namespace {

master_at_start start_multiboost(const training_set& training, const fit_request& request) {
  const option_values& options = request.options;
  return {make_exponential_master(classified_rows_of(training, 1, request.report),
                                  options.real("theta"), options.real("tolerance"), request.team,
                                  request.report)};
}

}  // namespace

const method& multiboost_method() {
  static const method method = {
      "multiboost",
      "MultiBoost: the exponential loss of the margins of all classes with an l1 penalty, by "
      "column generation",
      {task::classes},
      building_blocks::pools,
      with_corrective_options(
          {real_option("theta", "1", 0, true, 1e50, "0 < theta <= 1e50",
                       "price of the weights' magnitudes against the sum of the losses"),
           real_option("tolerance", "1e-4", 1e-12, false, 1, "1e-12 <= tolerance <= 1",
                       "relative gap to which every restricted master is solved")},
          true, one_an_iteration),
      [](const fit_request& request) {
        return fit_ensemble(request, multiboost_method(), start_multiboost);
      },
      path_of_learners(),
      {},
      stumps_and_constant};
  return method;
}

}  // namespace coppice
