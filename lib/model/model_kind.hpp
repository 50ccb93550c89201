// A kind of model: what model files call it, and how a model of this kind is rebuilt from one.
#pragma once

#include <memory>

#include "learners/learner_kind.hpp"
#include "model/model.hpp"

namespace coppice {

struct model_kind {
  const char* name;
  /// From what model::save() wrote, the large lists of which it may take out of `saved`; throws
  /// COPPICE_MODEL_ERROR where it does not fit.
  std::unique_ptr<model> (*load)(document& saved, training_report report,
                                 const learner_loader& loader);
};

}  // namespace coppice
