// The kinds of pools there are, and with them all kinds of weak learners.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pools/pool.hpp"

namespace coppice {

const std::vector<const pool_kind*>& pool_kinds();

/// By name; throws COPPICE_UNKNOWN_NAME.
const pool_kind& find_pool_kind(std::string_view name);

/// What models are loaded with: every kind of weak learners that there is.
learner_loader loader_of_learners(custom_evaluators evaluators);

}  // namespace coppice
