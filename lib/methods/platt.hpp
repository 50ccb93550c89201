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
#include "model/sigmoid.hpp"

namespace coppice {

struct calibration_rows {
  std::vector<double> decisions;
  std::vector<double> weights;  // > 0
  std::vector<char> in_class;   // whether the row is of the class that the score rises with
};

/// The slope is positive: where the best one is not, it is the least that is taken, with which all
/// rows have much the same probability; `ranks` then becomes false.
sigmoid fit_sigmoid(const calibration_rows& rows, bool& ranks, const progress& report);

}  // namespace coppice
