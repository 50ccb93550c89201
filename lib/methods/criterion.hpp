// A criterion: how well a model does on rows that it was not trained on, as one finite number of
// which smaller is better. It is what cross-validation averages and what chooses the best.
#pragma once

#include "data/dataset.hpp"
#include "model/learning_curve.hpp"
#include "model/model.hpp"

namespace coppice {

struct criterion {
  const char* name;
  double (*of)(const model& fitted, const dataset& examples);
  /// Where a fit that watches validation rows writes the same number after every iteration.
  double curve_point::*watched;
};

/// The one that cross-validation goes by.
const criterion& default_criterion();

}  // namespace coppice
