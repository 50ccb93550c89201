// Where the solution for one cost may be, from those for others. While the same rows are at their
// bounds the coefficients are linear in the cost (Hastie, Rosset, Tibshirani & Zhu, "The entire
// regularization path for the support vector machine", JMLR 2004), so that the line through two
// solutions leads near a third, and hardly changes the decision values of rows that are not at a
// bound. A multiple of one solution changes those of all rows.
#pragma once

#include "masters/additive_newton.hpp"

namespace coppice {

class cost_path {
 public:
  /// `at` is the solution where the bounds are those of `cost`, in any unit.
  void add(newton_point at, double cost);
  void clear();

  [[nodiscard]] bool is_empty() const noexcept { return cost_ == 0; }
  /// Of the solution that was added last.
  [[nodiscard]] const newton_point& last() const noexcept { return last_; }
  [[nodiscard]] double last_cost() const noexcept { return cost_; }

  /// Whether the line through the last two solutions leads to `cost`, and not too far.
  [[nodiscard]] bool has_line_to(double cost) const;
  /// The point there, with the proximal steps of the last one. Neither its coefficients nor its
  /// centre need be within the bounds.
  [[nodiscard]] newton_point on_line(double cost) const;

 private:
  [[nodiscard]] double along(double cost) const;

  newton_point last_;
  newton_point before_;
  double cost_ = 0;  // 0 without a solution
  double cost_before_ = 0;
};

}  // namespace coppice
