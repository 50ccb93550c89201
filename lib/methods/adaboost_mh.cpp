// AdaBoost.MH: K classes as K questions, "is it this class" (masters/hamming_master.hpp). For two
// classes F_1 = -F_2, and this is AdaBoost; the losses of both questions count.
#include "masters/hamming_master.hpp"
#include "methods/ensemble_fit.hpp"

namespace coppice {

const method& adaboost_mh_method();

namespace {

master_at_start start_adaboost_mh(const training_set& training, const fit_request& request) {
  classified_rows rows = classified_rows_of(training, 1, request.report);
  const double questions_a_score = rows.classes == 2 ? 2 : 1;
  return {make_hamming_master(std::move(rows), questions_a_score, request.team, request.report)};
}

}  // namespace

const method& adaboost_mh_method() {
  static const method method = {
      "adaboost-mh",
      "AdaBoost.MH: stagewise minimisation of the exponential losses of all classes at once",
      {task::classes},
      building_blocks::pools,
      with_stagewise_options({}),
      [](const fit_request& request) {
        return fit_ensemble(request, adaboost_mh_method(), start_adaboost_mh);
      },
      path_of_learners(),
      {},
      stumps_and_constant};
  return method;
}

}  // namespace coppice
