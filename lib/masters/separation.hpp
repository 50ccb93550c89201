// Machines that separate the classes. At costs so large that no coefficient reaches its bound the
// optimum is the separating machine of largest margin, and losses, which such costs multiply, are a
// poor measure of how near another one is. The multiple of it that has no loss is a better one.
#pragma once

#include <vector>

#include "masters/kernel_problem.hpp"

namespace coppice {

/// The multiple of a machine whose margins are 1 at least, with its bias and objectives.
struct separation {
  double multiple = 0;  // 0: there is none
  double bias = 0;
  double objective = 0;
  double dual_objective = 0;
};

/// Of a machine that separates the classes, where targets are -1 and +1, bounds are 0 on the other
/// side, and no coefficient's multiple is beyond its bound.
separation separate(const kernel_problem& problem, const std::vector<double>& coefficients,
                    const std::vector<double>& sums);

}  // namespace coppice
