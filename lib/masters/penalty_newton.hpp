// min over w of  F(w) + theta |w|_1,  F convex and twice differentiable: Newton's method on
//
//     F(w) + theta sum_k r_k,    r_k = sqrt(w_k^2 + e^2),
//
// whose optimum is above the other by at most theta e a weight; e is what the tolerance leaves.
// There every slope of F is below theta, so that it makes a dual point that needs no scaling down.
// Weights that neither sign pays for end within a few e, and are set to 0 where that lowers the
// objective; the dual point stays that of the smoothed optimum.
//
// A step d solves (H + P) d = -slope, H the Hessian of F, by conjugate gradients, and is halved
// until it goes down. Most weights are pinned to 0 by their penalty: of the others alone, which are
// about as many as learners and not as learners times classes, H + P is factored, as the
// preconditioner. (Preconditioned by the diagonal, steps took 160 products; now most take one, and
// fits a sixth of the time.) P is the diagonal matrix of Newton's method on the pair of equations
//
//     gradient of F + theta z = 0,    r_k z_k = w_k,    |z_k| <= 1,
//
// P_kk = theta (1 - z_k w_k / r_k) / r_k
//
// (Chan, Golub & Mulet 1999): with z = w / r in place of an own unknown, which is Newton's method
// on the sum itself, a step from |w_k| > e towards 0 ends farther from it.
#pragma once

#include <vector>

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"

namespace coppice {

/// F. What is asked of the Hessian is asked at the point that was last looked at.
class penalised_function {
 public:
  penalised_function() = default;
  virtual ~penalised_function() = default;
  penalised_function(const penalised_function&) = delete;
  penalised_function& operator=(const penalised_function&) = delete;

  /// F(w), and its gradient.
  virtual double look(const vector& w, vector& gradient) = 0;
  [[nodiscard]] virtual vector hessian_times(const vector& d) = 0;
  /// Positive, and of the size of the Hessian's diagonal.
  [[nodiscard]] virtual vector diagonal() = 0;
  /// The lower triangle of the Hessian of some of the weights, in ascending order.
  [[nodiscard]] virtual matrix_view hessian_of(const std::vector<Eigen::Index>& some) = 0;
  [[nodiscard]] virtual progress& report() const = 0;
  /// Moves w to the least |w|_1 among the points with the same F that it knows of.
  virtual void lighten(vector& w) const = 0;
  /// Whether w is near enough to the optimum, by F and its gradient there.
  [[nodiscard]] virtual bool is_near_enough(const vector& w, double value,
                                            const vector& gradient) = 0;
};

/// From w to where it is near enough, or no step goes down. `tolerance` is relative to the
/// objective. The function has last looked at the smoothed optimum, and was then asked whether the
/// result is near enough, with F of the result and the gradient of the other.
void minimise_penalised(penalised_function& of, double theta, double tolerance, vector& w);

}  // namespace coppice
