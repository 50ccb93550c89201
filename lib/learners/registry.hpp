// The kinds of weak learners that no pool of the registry of pools makes.
#pragma once

#include <vector>

#include "learners/learner_kind.hpp"

namespace coppice {

const std::vector<const learner_kind*>& learner_kinds();

}  // namespace coppice
