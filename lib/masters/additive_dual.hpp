// The dual of kernel machines (kernel_problem.hpp) where the kernel is additive: by the proximal
// Newton method of additive_newton.hpp, on samples of the rows that grow eightfold, each of which
// starts where the one before ended. Of a sample only those rows take part whose loss may be
// positive. All rows say how large the gap is: at the end, and now and then on a long way there.
#pragma once

#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/feature_matrix.hpp"
#include "kernels/kernel.hpp"
#include "masters/additive_gram.hpp"
#include "masters/additive_newton.hpp"
#include "masters/kernel_problem.hpp"

namespace coppice {

class additive_dual {
 public:
  /// Sorts the rows, for problems that differ in their costs only, of which `problem` is one. For
  /// kernels whose additive_gram::exists(). All outlive this object. Throws COPPICE_INVALID_DATA
  /// where distances of rows are not finite.
  additive_dual(const kernel_problem& problem, const kernel& by, const feature_matrix& rows,
                thread_team& team, progress& report);

  /// From the solution of the last problem, if there was one. Interrupted, it has the best machine
  /// so far; throws `interruption` where nothing is to be kept.
  kernel_solution solve(const kernel_problem& problem);

 private:
  void scale_point(double ratio);

  const kernel& by_;
  const feature_matrix& rows_;
  thread_team& team_;
  progress& report_;
  std::vector<std::int32_t> places_;  // of the rows, in an order whose beginnings are samples
  additive_gram gram_;
  double scale_;     // of the kernel
  newton_point at_;  // where the last problem ended
  // Of the last problem, and 0 where it was not solved:
  double cost_ = 0;  // of all rows together
  double half_norm_ = 0;
  double dual_objective_ = 0;
};

}  // namespace coppice
