// How much each feature matters to an ensemble: the standard deviation, over the rows it was
// trained on, each with its weight, of what the feature alone contributes,
//
//     F_d(x) = sum of w_j h_j(x) over the learners h_j that look at feature d and no other;
//
// with K scores the root of the sum of the squares of theirs. Unlike a sum of |w_j| it is small
// where learners cancel each other. A learner that looks at several features counts for none of
// them: what it contributes cannot be told apart.
#pragma once

#include <cstdint>
#include <vector>

#include "core/document.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/dataset.hpp"

namespace coppice {

struct ensemble_parts;

/// Of the features that some learner looks at alone, ascending; that of all others is 0.
struct feature_importance {
  std::vector<std::int64_t> features;
  std::vector<double> importances;  // finite, >= 0

  /// One number for every feature.
  [[nodiscard]] std::vector<double> of_all(std::int64_t features_in_all) const;

  [[nodiscard]] document save() const;
  /// Throws COPPICE_MODEL_ERROR.
  static feature_importance load(document& saved, std::int64_t features_in_all);
};

/// With the weights of the final stage. Takes no longer than to predict the examples, and less
/// where learners are made of steps (shape_tables.hpp).
feature_importance importance_of_features(const ensemble_parts& of, const dataset& examples,
                                          thread_team& team, const progress& report);

}  // namespace coppice
