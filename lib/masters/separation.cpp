#include "masters/separation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coppice {

separation separate(const kernel_problem& problem, const std::vector<double>& coefficients,
                    const std::vector<double>& sums) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double above = infinity;
  double below = -infinity;
  double share = 0;  // the largest of a coefficient and its bound
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (problem.low[i] == 0 && problem.high[i] == 0) continue;
    const bool later = problem.high[i] > 0;
    if (problem.targets[i] != (later ? 1 : -1) || (later && problem.low[i] < 0)) return {};
    (later ? above : below) = later ? std::min(above, sums[i]) : std::max(below, sums[i]);
    if (!(above > below)) return {};
    share = std::max(share, coefficients[i] / (later ? problem.high[i] : problem.low[i]));
  }
  const double margin = (above - below) / 2;
  if (!(margin > 0) || !std::isfinite(margin)) return {};
  separation found;
  found.multiple = (1 + 1e-15) / margin;
  if (!(found.multiple * share <= 1)) return {};
  found.bias = -(above / 2 + below / 2) * found.multiple;
  double quadratic = 0;
  double linear = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    quadratic += coefficients[i] * sums[i];
    linear += coefficients[i] * problem.targets[i];
  }
  found.objective = found.multiple * found.multiple * quadratic / 2;
  found.dual_objective = found.multiple * linear - found.objective;
  return found;
}

}  // namespace coppice
