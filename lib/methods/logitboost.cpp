// LogitBoost (Friedman, Hastie & Tibshirani 2000): stagewise minimisation of the logistic loss.
#include "masters/boosting_master.hpp"
#include "methods/ensemble_fit.hpp"

namespace coppice {

const method& logitboost_method();

namespace {

master_at_start start_logitboost(const training_set& training, const fit_request& request) {
  return {make_boosting_master(classified_rows_of(training, 1, request.report),
                               boosting_rule::logistic, request.team, request.report)};
}

}  // namespace

const method& logitboost_method() {
  static const method method = {
      "logitboost",
      "LogitBoost: stagewise minimisation of the logistic loss over a pool of weak learners",
      {task::two_classes},
      building_blocks::pools,
      with_stagewise_options({multiclass_option()}),
      [](const fit_request& request) {
        return fit_ensemble(request, logitboost_method(), start_logitboost);
      },
      path_of_learners()};
  return method;
}

}  // namespace coppice
