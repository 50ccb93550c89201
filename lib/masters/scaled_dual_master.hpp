// Masters with a penalty of |w|_1, whose dual bounds the score of every learner,
//
//     |sum_is u_is h(x_i)| <= threshold:
//
// scaled down until the largest score there is keeps to that, a dual point is feasible, of the
// restricted problem or of that over the whole pool. Their losses are never negative.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "masters/master.hpp"

namespace coppice {

class scaled_dual_master : public master {
 public:
  [[nodiscard]] double objective() const final { return objective_; }
  [[nodiscard]] double dual_objective() const final { return dual_at(largest_score_); }
  [[nodiscard]] double trivial_bound() const final { return 0; }
  [[nodiscard]] double bound(const pricing& outside) const final {
    if (std::isnan(outside.squared_outside)) return outside.squared_outside;
    return dual_at(std::max(largest_score_, outside.merit));
  }
  [[nodiscard]] bool converged() const final {
    return objective_ - dual_objective() <= tolerance_ * objective_;
  }

 protected:
  /// `tolerance`: the relative gap that it is solved to.
  explicit scaled_dual_master(double tolerance) : tolerance_(tolerance) {}

  /// The dual objective of the last point, scaled so that this score keeps to the threshold.
  [[nodiscard]] virtual double dual_at(double largest_score) const = 0;

  double tolerance_;
  double objective_ = std::numeric_limits<double>::infinity();
  double largest_score_ = 0;  // of the learners chosen
};

}  // namespace coppice
