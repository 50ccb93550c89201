// The equations of penalised least squares with a design Phi,
//
//     (Phi'Phi + diag(d)) P + (Phi'1) b' = R,      1'Phi P + N b' = r',
//
// for several right-hand sides (R, r) at once, factored once: Phi'Phi + diag(d) where there are no
// more columns than rows, else Phi Phi' + d I, where d is one number for all columns. Without a
// bias the second equation and b are left out.
#pragma once

#include <cstdint>

#include "core/linear_algebra.hpp"
#include "masters/design_matrix.hpp"

namespace coppice {

/// Throws COPPICE_INVALID_DATA where there are so many rows and columns, both, that the smaller
/// number squared takes more than some 3 GB.
void check_factorable(std::int64_t rows, std::int64_t columns);

class penalised_squares {
 public:
  /// The design is one that can be factored. `d` is positive, and of more columns
  /// than rows all its elements are the same. The design, the team and the report outlive it.
  penalised_squares(const design_matrix& of, const vector& d, bool has_bias, thread_team& team,
                    const progress& report);

  /// P in the place of R, columns x k, and b in that of r.
  void solve(matrix& right, vector& right_of_bias) const;

 private:
  void solve_without_bias(matrix& right) const;

  const design_matrix& design_;
  bool by_rows_;
  double d_;  // of all columns, where it is by rows
  design::gram_room room_;
  matrix_view factor_;
  vector of_ones_;  // (Phi'Phi + diag(d))^-1 Phi'1, where there is a bias
  vector sums_;     // Phi'1
  double pivot_ = 0;
};

}  // namespace coppice
