// Weak learners of the caller's: callbacks that find the parameters of the learner wanted next, and
// that compute the outputs of a learner from its parameters. A learner is its parameters, so that
// it can be saved, and evaluated by whoever has callbacks of the same name.
#pragma once

#include <memory>
#include <string>

#include <coppice/coppice.h>

#include "pools/pool.hpp"

namespace coppice {

struct custom_functions {
  std::string name;
  std::int64_t parameters;  // of each learner
  coppice_custom_fit fit;   // null where they only evaluate
  coppice_custom_evaluate evaluate;
  void* user;
};

pool_specification custom_pool(custom_functions functions);

/// Learners from a model file, evaluated by the functions of their name among those of `evaluators`
/// (may be null); throws COPPICE_UNAVAILABLE where there are none.
std::unique_ptr<weak_learners> load_custom(const document& saved, std::int64_t features,
                                           const pool_specification* evaluators);

}  // namespace coppice
