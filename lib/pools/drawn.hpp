// A pool whose learners are taken as they are drawn, without pricing: random features.
#pragma once

#include <memory>

#include "pools/pool.hpp"

namespace coppice {

/// Offers one learner after another that `from` draws. All outlives it.
std::unique_ptr<pool> make_drawn(std::unique_ptr<pool> from, const dataset& examples,
                                 thread_team& team, progress& report);

}  // namespace coppice
