// The dual of kernel machines (kernel_problem.hpp) where the kernel is additive, for one cost after
// another: by the proximal Newton method of additive_newton.hpp, on samples of the rows at first
// (sampling_solver.hpp), and from the solutions of the costs before (cost_path.hpp) afterwards.
#pragma once

#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/feature_matrix.hpp"
#include "kernels/kernel.hpp"
#include "masters/additive_gram.hpp"
#include "masters/cost_path.hpp"
#include "masters/kernel_problem.hpp"
#include "masters/newton_face.hpp"

namespace coppice {

class additive_dual {
 public:
  /// Sorts the rows, for problems that differ in their costs only, of which `problem` is one. For
  /// kernels whose additive_gram::exists(). All outlive this object. Throws COPPICE_INVALID_DATA
  /// where distances of rows are not finite.
  additive_dual(const kernel_problem& problem, const kernel& by, const feature_matrix& rows,
                thread_team& team, progress& report);

  /// From the solutions of the last problems, if there were any. Interrupted, it has the best
  /// machine so far; throws `interruption` where nothing is to be kept.
  kernel_solution solve(const kernel_problem& problem);

  /// The same from beta, of a point of this very problem.
  kernel_solution solve_from(const std::vector<double>& beta, const kernel_problem& problem);

 private:
  template <class Begin>
  kernel_solution solve_by(const kernel_problem& problem, const Begin& begin);

  const kernel& by_;
  const feature_matrix& rows_;
  thread_team& team_;
  progress& report_;
  std::vector<std::int32_t> places_;  // of the rows, in an order whose beginnings are samples
  additive_gram gram_;
  double scale_;  // of the kernel
  face_memory memory_;
  cost_path solved_;  // by the costs of all rows together; empty after one that was not solved
  // Of the last of them:
  double half_norm_ = 0;
  double dual_objective_ = 0;
};

}  // namespace coppice
