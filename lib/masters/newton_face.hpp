// Newton's equation for the rows that are free (additive_newton.hpp): with the matrix K of these,
//
//     (K + delta I) c = r + constant,      sum of c = 0,
//
// where the constant is that of the sum: by conjugate gradients, preconditioned by splines, or by
// the Cholesky factor of the matrix, whichever takes less time as far as the steps of the last
// gradients tell. Where they were many, the next equation's splines have more knots.
#pragma once

#include <cstdint>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/unset_vector.hpp"
#include "masters/additive_gram.hpp"
#include "masters/spline_preconditioner.hpp"

namespace coppice {

/// Of one solver of Newton's equations after another; one at a time may use it.
struct face_memory {
  matrix_room factor;
  unset_vector<double> entries;  // a lower triangle, as the factor has it before
};

class newton_face {
 public:
  /// All outlive this object.
  newton_face(face_memory& memory, thread_team& team, progress& report)
      : team_(team), report_(report), memory_(memory), splines_(team, report) {}

  /// c of the free rows, row i of `all`, which is the same at every call, being row places[i] of
  /// them, in their order, or none where that is negative; by conjugate gradients to the share
  /// `accuracy` of the preconditioned residual's norm, or as far as many steps lead.
  std::vector<double> solve(const additive_gram& all, const std::vector<std::int32_t>& places,
                            double delta, std::vector<double> r, double accuracy);

 private:
  [[nodiscard]] bool is_better_solved_directly(const additive_gram& gram, double accuracy) const;
  bool solve_directly(const additive_gram& gram, const std::vector<std::int32_t>& places,
                      double delta, std::vector<double>& r);
  void write_entries(const additive_gram& gram, const std::vector<std::int32_t>& places,
                     matrix_view& k);
  std::vector<double> solve_by_gradients(double delta, std::vector<double> r, double accuracy);

  thread_team& team_;
  progress& report_;
  face_memory& memory_;  // whose entries are those of the last matrix that was written, its size,
  std::int64_t kept_rows_ = 0;  // and the places of its rows
  std::vector<std::int32_t> kept_places_;
  spline_preconditioner splines_;
  double steps_a_decade_ = 4;  // that gradients took last, of accuracy
  double density_ = 1;         // of the splines' knots
};

}  // namespace coppice
