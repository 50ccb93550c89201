// The linear system of a Newton step over the weights of the chosen columns and the bias,
//
//     H (dw, db) = (slope, bias_slope),    H = diag(1, .., 1, beta) + Z' K Z,
//
// Z being the rows of Phi that move with the step and a last column of ones for the bias, K their
// curvatures. Solved in the space of the columns or in that of the rows, whichever is smaller.
#pragma once

#include <cstdint>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/design.hpp"

namespace coppice {

struct newton_system {
  const design& columns;
  const row_indices& rows;       // that move
  const row_values& curvatures;  // of those rows, > 0
  bool has_bias;
  double bias_curvature;  // beta, > 0 where there is a bias
  design::gram_room& room;
  thread_team& team;

  struct step {
    vector dw;
    double db = 0;
    /// By how much Phi'(y a) falls in the whole step if no row reaches its kink: the rows of
    /// Z' K Z (dw, db) without the last. Empty where only a look at the rows would tell.
    vector fall;
    double rounding = 0;  // what the rounding in `fall` is in proportion to
  };

  /// False when H is not positive definite to working precision.
  bool solve(const vector& slope, double bias_slope, step& to, progress& report) const;

 private:
  bool solve_by_columns(const vector& slope, double bias_slope, step& to, progress& report) const;
  bool solve_by_rows(const vector& slope, double bias_slope, step& to, progress& report) const;
};

}  // namespace coppice
