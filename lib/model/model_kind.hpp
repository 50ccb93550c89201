// A kind of model: what model files call it, and how a model of this kind is rebuilt from one.
#pragma once

#include <memory>

#include "kernels/custom_kernel.hpp"
#include "learners/learner_kind.hpp"
#include "model/model.hpp"

namespace coppice {

/// What the parts of a model are rebuilt by.
struct model_loading {
  const learner_loader& learners;
  const custom_kernels& kernels;
};

struct model_kind {
  const char* name;
  /// From what model::save() wrote, the large lists of which it may take out of `saved`; throws
  /// COPPICE_MODEL_ERROR where it does not fit.
  std::unique_ptr<model> (*load)(document& saved, training_report report,
                                 const model_loading& loading);
};

}  // namespace coppice
