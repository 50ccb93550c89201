// The dual of kernel machines (kernel_dual.hpp) where the kernel is additive, by a proximal Newton
// method (Li, Sun & Toh, "A highly efficient semismooth Newton augmented Lagrangian method for
// solving Lasso problems", SIAM J. Optim. 2018, has the method for another problem). From a centre
// p, each of its steps looks for the
//
//     beta = arg min 1/2 beta'K beta - t'beta + |beta - p|^2 / (2 sigma)
//
// within the bounds and with the sum 0, which becomes the next centre. Of f = K a + b it is
//
//     beta = clip(p + sigma (t - f), low, high),    b such that the sum is 0,
//
// where a = beta. Newton's method for that equation takes a to a + e + c: with e = beta - a, c is 0
// but for the free rows F, those not clipped, where (K_FF + I / sigma) c = -(K e)_F. Every beta is
// a point of both problems, whose gap is known at each step. At the solution of the centre's
// problem z_i = (beta_i - p_i) / sigma for free rows, with losses of u_i z_i, u_i the bound on that
// side; the losses of others are beta_i z_i. So the gap would be
//
//     sum_i (u_i - beta_i) (beta_i - p_i) / sigma.
//
// Where Newton's equation is solved roughly, its residual moves beta away from a, and the
// eigenvalues of K multiply that in the gap. The coefficients a leave the bounds by little, so the
// gap is taken at them first.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "masters/additive_gram.hpp"
#include "masters/kernel_problem.hpp"
#include "masters/newton_face.hpp"
#include "masters/zero_sum_clip.hpp"

namespace coppice {

/// Where the method stands.
struct newton_point {
  std::vector<double> coefficients;  // a, which sum up to 0
  std::vector<double> centre;        // p
  std::vector<double> beta;          // of the coefficients
  double bias = 0;
  double step = 1;        // sigma
  double least_step = 0;  // it becomes no smaller
};

enum class newton_end { reached, stalled, many_rest };

class additive_newton {
 public:
  /// `scale` is the size of the kernel: rounding is measured by it. All outlive this object.
  additive_newton(const additive_gram& gram, const kernel_problem& problem, double scale,
                  face_memory& memory, thread_team& team, progress& report);

  /// Goes on from `point` until the relative gap is the problem's tolerance and accept(), unless it
  /// is null, says that beta will do; where it does not, until the gap is half as large. On a long
  /// way there it is asked now and then. Stalled, where rounding lets the gap become no smaller, or
  /// after many steps, it ends with the beta of the smallest gap. Interrupted, it leaves `point`
  /// where it stood.
  newton_end run(newton_point& point, const std::function<bool()>& accept);

  /// Where it ended as many_rest: at a centre, to go on from which without these rows takes less
  /// time. They have no coefficient, and margins far beyond that of the loss.
  [[nodiscard]] const std::vector<bool>& resting() const noexcept { return resting_; }

 private:
  [[nodiscard]] std::int64_t rows() const { return gram_.rows(); }
  /// Of a machine f = K v + b and of the dual's point v.
  struct objectives {
    double primal;
    double dual;
  };
  template <class Value, class Sum>
  [[nodiscard]] objectives objectives_at(const Value& v, const Sum& sum);
  [[nodiscard]] newton_end end_of_steps(const std::function<bool()>& accept);
  [[nodiscard]] bool many_rest();
  [[nodiscard]] double asking_gap(const std::function<bool()>& accept) const;
  [[nodiscard]] bool reaches(double gap, const std::function<bool()>& accept);
  [[nodiscard]] bool coefficients_reach(const std::function<bool()>& accept);
  void clip();
  [[nodiscard]] double gap();
  [[nodiscard]] double gap_if_separated() const;
  [[nodiscard]] bool is_last_centre() const;
  void move_centre();
  [[nodiscard]] bool newton_step();
  void add_free_rows();
  [[nodiscard]] double slope_at(double length);

  const additive_gram& gram_;
  const kernel_problem& problem_;
  zero_sum_clip clipped_;
  double scale_;
  double wanted_;  // the gap to reach: half of each that accept() did not take
  thread_team& team_;
  progress& report_;
  newton_face face_;

  newton_point* at_ = nullptr;
  std::vector<double> sums_;          // K a
  std::vector<double> towards_;       // e + c
  std::vector<double> sums_towards_;  // K (e + c)
  std::vector<double> shifted_;       // p + sigma (t - K a), its memory kept
  std::vector<std::int32_t> places_;  // among the free rows, or -1
  std::vector<bool> resting_;
  std::int64_t free_ = 0;
  double best_dual_ = 0;
  double asked_gap_ = 0;  // of the beta that accept() was asked for last
  std::int64_t steps_since_asked_ = 0;
  double best_gap_ = 0;  // no other was below half of it
  std::vector<double> best_beta_;
  double away_ = 0;               // |e|
  double moved_ = 0;              // |beta - p|
  double length_ = 0;             // |beta|
  double gap_if_solved_ = 0;      // of both objectives at beta, if it solved the centre's problem
  double accuracy_;               // of Newton's equation
  std::int64_t steps_ = 0;        // since the centre moved
  std::int64_t short_steps_ = 0;  // of these, the short ones since the last that was not
  std::int64_t blurred_ = 0;      // of these, those that rounding has blurred
  std::int64_t failures_ = 0;     // steps that led nowhere, one after another
  bool is_first_centre_ = true;
};

}  // namespace coppice
