// Platt's sigmoid, fitted as Lin, Lin & Weng (2007) say:
//
//     min over slope, offset of  - sum_i c_i (t_i log P_i + (1 - t_i) log(1 - P_i)),
//     t_i = (N+ + 1) / (N+ + 2) for the class that the score rises with, 1 / (N- + 2) for the rest,
//
// P_i the sigmoid of decision value f_i, c_i the weight of the row, N+ and N- the weight of the
// class and of the rest. Convex; Newton with a line search. Decision values should be of rows that
// the model has not been trained on.
#pragma once

#include <vector>

#include "core/progress.hpp"
#include "model/criteria.hpp"
#include "model/sigmoid.hpp"

namespace coppice {

struct fitted_sigmoid {
  sigmoid curve;
  /// Whether the score tells its class from the others. The slope is positive: where the best one
  /// is not, it is the least that is taken, with which all rows have much the same probability.
  bool ranks;
};

/// One for each score. `decisions` has K decision values a row, row after row, or one for two
/// classes; rows of weight 0 are left out, and one must remain.
std::vector<fitted_sigmoid> fit_sigmoids(const expected_rows& rows,
                                         const std::vector<double>& decisions,
                                         const progress& report);

std::vector<sigmoid> sigmoids_of(const std::vector<fitted_sigmoid>& fitted);

}  // namespace coppice
