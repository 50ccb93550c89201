// Boosted combination of rank-one kernels (Lechervy, Gosselin & Precioso, "Linear kernel
// combination using boosting", ESANN 2012): K_t = sum_s beta_s f_s f_s', each f_s a function of one
// view, so that the centred alignment of K_t with the target QQ' is as large as one more function
// can make it.
//
// The centres of the classes in the space of K = FF' are the rows of G = Q'F, and the alignment is
// 1 where GG' is a multiple of the identity: then they are the corners of a regular simplex. What
// is missing most is the direction v of the smallest eigenvalue of GG', so the function to be
// fitted is Qv. Every view has its fit (masters/view_response.hpp); the one is taken that, with its
// best beta, raises the alignment most. All that is compared is quadratic in v,
//
//     b = |Q'Pv|^2,    e = |Pv|^4,    d = |F~'Pv|^2 = v'Dv,    D = P'F~F~'P,
//
// of q x q matrices, which grow as the kernel does: no view is fitted again, and no iteration needs
// more than one product of the function taken with F~, Q and the fits of all views.
//
// The paper ends where no view raises the alignment by v. Here each view then offers the direction
// in which it raises the alignment fastest, so that the end is a kernel that no function of a view,
// fitted to any direction of the target, would better.
#pragma once

#include <cstdint>
#include <vector>

#include "masters/growing_kernel.hpp"
#include "masters/target_kernel.hpp"
#include "masters/view_response.hpp"

namespace coppice {

/// The direction, of length 1, of the smallest eigenvalue of a symmetric matrix; where it is
/// repeated, the projection of the first axis onto its space (of the next, where that is orthogonal
/// to it). The first element that is not rounding is positive.
vector weakest_direction(const matrix& of);

class kernel_boosting {
 public:
  /// Views of at least one direction each. A function must raise the alignment by more than
  /// `least`. All that is referred to outlives it.
  kernel_boosting(const target_kernel& target, const vector& roots,
                  std::vector<view_response> views, double least, thread_team& team,
                  const progress& report);

  /// A function w . x + bias of a view; `view` is -1 where none raises the alignment.
  struct choice {
    std::int64_t view = -1;
    std::vector<double> weights = {};
    double bias = 0;
  };
  [[nodiscard]] choice choose() const;

  /// Adds the function whose outputs on all rows these are, if that raises the alignment; its beta,
  /// or 0.
  double add(const float* outputs);

  [[nodiscard]] const growing_kernel& kernel() const noexcept { return kernel_; }
  /// The function added last: its mean, Q'f~ and ||f~||^2, before it was weighed.
  [[nodiscard]] double mean() const noexcept { return mean_; }
  [[nodiscard]] const vector& on_target() const noexcept { return on_target_; }
  [[nodiscard]] double squared_norm() const noexcept { return squared_norm_; }

 private:
  /// a / sqrt(c) where the alignment is raised by just `least`.
  [[nodiscard]] double enough() const;
  [[nodiscard]] vector steepest_direction(std::size_t view) const;
  template <class DirectionOf>
  [[nodiscard]] choice best_of(const DirectionOf& direction_of) const;

  const target_kernel& target_;
  double scale_;  // of targets, whose mean square is 1
  std::vector<view_response> views_;
  double least_;
  std::vector<matrix> on_map_;  // D of every view
  thread_team& team_;
  const progress& report_;
  growing_kernel kernel_;
  double mean_ = 0;
  vector on_target_;
  double squared_norm_ = 0;
};

}  // namespace coppice
