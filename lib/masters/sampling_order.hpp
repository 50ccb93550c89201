// The rows of a problem in an order whose beginnings are samples of them: drawn at random, of both
// sides of the problem in proportion, the same at every call.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/kernel_problem.hpp"

namespace coppice {

/// The place of every row in that order.
std::vector<std::int32_t> sampling_order(const kernel_problem& problem, thread_team& team,
                                         const progress& report);

}  // namespace coppice
