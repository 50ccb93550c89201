// The kinds of pools there are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pools/pool.hpp"

namespace coppice {

const std::vector<const pool_kind*>& pool_kinds();

/// By name; throws COPPICE_UNKNOWN_NAME.
const pool_kind& find_pool_kind(std::string_view name);

/// What decode_model loads learners with; `evaluators`, which may be null, has the callbacks of
/// custom ones.
std::unique_ptr<weak_learners> load_weak_learners(const std::string& kind, const document& saved,
                                                  std::int64_t features,
                                                  const pool_specification* evaluators);

}  // namespace coppice
