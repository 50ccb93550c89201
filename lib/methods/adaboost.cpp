// AdaBoost (Freund & Schapire 1997; real and gentle: Friedman, Hastie & Tibshirani 2000): stagewise
// minimisation of the exponential loss.
#include "masters/boosting_master.hpp"
#include "methods/ensemble_fit.hpp"

namespace coppice {

const method& adaboost_method();

namespace {

boosting_rule rule_of(const std::string& variant) {
  if (variant == "real") return boosting_rule::real;
  return variant == "gentle" ? boosting_rule::gentle : boosting_rule::discrete;
}

master_at_start start_adaboost(const training_set& training, const fit_request& request) {
  return {make_boosting_master(classified_rows_of(training, 1, request.report),
                               rule_of(request.options.choice("variant")), request.team,
                               request.report)};
}

}  // namespace

const method& adaboost_method() {
  static const method method = {
      "adaboost",
      "AdaBoost: stagewise minimisation of the exponential loss over a pool of weak learners",
      {task::two_classes},
      building_blocks::pools,
      with_stagewise_options(
          {choice_option("variant", "discrete", "discrete|real|gentle",
                         "weigh learners by their errors, each of their sides by its odds, or by "
                         "least squares"),
           multiclass_option()}),
      [](const fit_request& request) {
        return fit_ensemble(request, adaboost_method(), start_adaboost);
      },
      path_of_learners(),
      {},
      stumps_and_constant};
  return method;
}

}  // namespace coppice
