// The pool of custom learners: asks the caller's callback for the parameters of the learner wanted
// next.
#pragma once

#include "learners/custom_learners.hpp"
#include "pools/pool.hpp"

namespace coppice {

pool_specification custom_pool(std::shared_ptr<const custom_functions> functions);

}  // namespace coppice
