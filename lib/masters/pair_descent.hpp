// Sequential minimal optimisation (Platt 1998) with the second-order choice of pairs (Fan, Chen &
// Lin, "Working set selection using second order information", JMLR 2005), of a problem so small
// that its matrix is at hand:
//
//     min 1/2 beta'K beta - g'beta     with    sum of beta as it is,   low_v <= beta_v <= high_v
//
// where K need be positive semidefinite on vectors of sum 0 only. A pair moves by (+t, -t).
#pragma once

#include <cstdint>
#include <vector>

#include "core/linear_algebra.hpp"

namespace coppice {

struct small_box_problem {
  matrix_view gram;       // K
  std::vector<double> g;  // the downhill slope at beta: it is kept up to date
  std::vector<double> beta;
  std::vector<double> low;
  std::vector<double> high;
};

struct pair_descent {
  std::int64_t steps;
  bool was_negative;  // some pair had negative curvature: K is not what it should be
};

/// Until no pair has slopes that differ by more than `tolerance`, or `most_steps` steps were made.
pair_descent descend_by_pairs(small_box_problem& problem, double tolerance,
                              std::int64_t most_steps);

}  // namespace coppice
