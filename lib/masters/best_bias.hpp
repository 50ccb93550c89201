// The bias of a kernel machine (kernel_problem.hpp) whose sums K beta are known: that for which
//
//     sum_i  high_i z_i where z_i > 0, low_i z_i where z_i < 0,    z_i = t_i - (K beta)_i - b
//
// is least. It is convex in b, and linear between the kinks at which some z_i is 0.
#pragma once

#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/kernel_problem.hpp"

namespace coppice {

/// In the middle where several biases are best. The same for every number of threads.
double best_bias(const kernel_problem& problem, const std::vector<double>& sums, thread_team& team,
                 const progress& report);

}  // namespace coppice
