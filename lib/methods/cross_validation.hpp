// k-fold cross-validation over a grid: for every point and fold one fit, whose validation curve on
// the rows left out gives the error of every number of learners at once.
//
//     error(point, J) = mean over folds of the fraction of its rows that the fit on the others, cut
//                       off at J learners, gets wrong
#pragma once

#include <cstdint>
#include <vector>

#include "methods/grid.hpp"
#include "methods/training.hpp"

namespace coppice {

/// The best number of learners at a point of the grid, the fewest of equals.
struct grid_result {
  std::int64_t learners;
  double error;
  double standard_error;  // of the mean over folds
};

/// One result for each point. Fits run on as many threads as the options say, each on one.
std::vector<grid_result> cross_validate(const solver_settings& settings, const option_grid& grid,
                                        const dataset& examples, std::int64_t folds,
                                        const listener& told);

/// Sets what the best point, the earliest of equals, and its number of learners say.
void apply_best(const option_grid& grid, const std::vector<grid_result>& results,
                solver_settings& settings);

}  // namespace coppice
