// Calibration: probabilities for a model from the decision values that fits on the other rows give
// to every row, in 5 folds, each with as many learners as the model. Every score gets a sigmoid of
// its own: of two classes that of the later one, of more that of its class against the rest.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "methods/training.hpp"
#include "methods/training_set.hpp"
#include "model/criteria.hpp"
#include "model/model.hpp"

namespace coppice {

class calibration {
 public:
  /// Deals out the rows; throws where they are not of classes or a class has too few. Where the
  /// report is asked to stop and to keep the model, the fit and apply() are what ends.
  calibration(const solver_settings& settings, const dataset& examples, const progress& report);

  [[nodiscard]] static bool wanted(const option_values& options);

  /// Gives the model its sigmoids, and the training error of its classes. Rows weigh in the
  /// sigmoids as in the fit, balanced classes included, so that the classes follow the prior that
  /// the fit was given: with class_weight=balanced, probabilities are those of equally frequent
  /// classes. Interrupted, it leaves the model without, and says so in a warning, or throws where
  /// nothing is to be kept.
  void apply(model& fitted, thread_team& team, const progress& report) const;

 private:
  /// The decision values of every row, `scores` a row, by the fit that has not seen it.
  [[nodiscard]] std::vector<double> held_out_decisions(std::int64_t learners, std::int64_t scores,
                                                       thread_team& team,
                                                       const progress& report) const;
  [[nodiscard]] expected_rows training_rows(const training_set& training) const;

  const solver_settings& settings_;
  const dataset& examples_;
  std::vector<std::int64_t> fold_of_;
};

}  // namespace coppice
