// A kind of weak learners: what model files call it, and how its learners are rebuilt from one. A
// pool brings the kinds it makes (pool_kind); kinds that no pool of the registry makes are listed
// in registry.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "data/feature_levels.hpp"
#include "learners/weak_learners.hpp"

namespace coppice {

struct custom_functions;
class learner_loader;

/// The callbacks that evaluate custom learners.
using custom_evaluators = std::vector<std::shared_ptr<const custom_functions>>;

/// What learners are rebuilt for.
struct learner_loading {
  std::int64_t features;  // of a row
  const feature_levels& levels;
  const custom_evaluators& evaluators;
  const learner_loader& others;  // by which learners that are made of others rebuild these
};

struct learner_kind {
  const char* name;
  /// From what weak_learners::save() wrote, the large lists of which it may take out of `saved`;
  /// throws COPPICE_MODEL_ERROR where it does not fit.
  std::unique_ptr<weak_learners> (*load)(document& saved, const learner_loading& loading);
};

/// Rebuilds the weak learners of model files.
class learner_loader {
 public:
  learner_loader(std::vector<const learner_kind*> kinds, custom_evaluators evaluators)
      : kinds_(std::move(kinds)), evaluators_(std::move(evaluators)) {}

  /// Throws COPPICE_MODEL_ERROR for a kind that it does not know.
  [[nodiscard]] std::unique_ptr<weak_learners> load(const std::string& kind, document& saved,
                                                    std::int64_t features,
                                                    const feature_levels& levels) const;

 private:
  std::vector<const learner_kind*> kinds_;
  custom_evaluators evaluators_;
};

}  // namespace coppice
