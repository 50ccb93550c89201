// k-fold cross-validation over a grid of options: for every point and fold one fit, measured by a
// criterion on the rows left out.
//
//     criterion(point, value) = mean over folds of the criterion, on the fold's rows, of the fit on
//                               the others with the options of the point and this value of the path
//
// The path is the option that the method follows in one fit (option_path.hpp); a method without one
// has one number a point and fold. The criterion is what option "criterion" says (selection.hpp).
//
// With select=best the best is chosen, of equals the smallest value of the path and the earliest
// point. With select=one-standard-error (Breiman, Friedman, Olshen & Stone, "Classification and
// regression trees", 1984, 3.4.3) the simplest is, among all whose criterion is within one standard
// error of the best: that with the smallest value of the path, of equals the earliest point.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "methods/grid.hpp"
#include "methods/training.hpp"

namespace coppice {

/// What came out, one number a point of the grid unless it says otherwise.
struct cross_validation {
  const char* criterion;                // its name
  const char* path;                     // the option's name; "" for a method without
  std::int64_t best;                    // the point that was chosen
  std::vector<double> criteria;         // at a point's own choice of the path
  std::vector<double> standard_errors;  // of these means over folds
  std::vector<double> path_values;      // a point's own choice; empty without a path
  std::vector<double> fold_criteria;    // points x folds, whose mean `criteria` are
};

/// Cross-validates every point and sets the options to the best. Fits run on as many threads as the
/// options say, each on one. When this throws, the settings are as they were. Where the listener
/// has stopped it, `stopped` has the results of the points whose folds are all finished, and NaN
/// for others, and of their options nothing is chosen.
cross_validation cross_validate(solver_settings& settings, const option_grid& grid,
                                const dataset& examples, std::int64_t folds, const listener& told,
                                std::optional<cross_validation>& stopped);

}  // namespace coppice
