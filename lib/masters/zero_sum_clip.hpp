// Clipping to bounds that keeps a sum: of numbers u the shift tau at which
//
//     s(tau) = sum_i clip(u_i - tau, low_i, high_i)
//
// is 0. It is where the projection of u onto { low <= v <= high, sum of v = 0 } clips. The sum
// falls in pieces that are linear, so that Newton's method finds the piece and then the shift.
#pragma once

#include <vector>

#include "core/clipped_sum.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"

namespace coppice {

class zero_sum_clip {
 public:
  /// Bounds between which sums of 0 exist, which outlive this object.
  zero_sum_clip(const std::vector<double>& low, const std::vector<double>& high, thread_team& team,
                const progress& report);

  /// The shift for which |s| is at most `accuracy`, or no larger than its rounding; sought from
  /// `start`.
  [[nodiscard]] double shift(const std::vector<double>& u, double start, double accuracy) const;

  /// u clipped with it; the sum is 0 but for the rounding of its last addition.
  [[nodiscard]] std::vector<double> project(const std::vector<double>& u) const;

  /// The same, but that entries which are 0 or at a bound stay there where the others can make up
  /// for the sum, so that a row which a machine does not need has no coefficient.
  [[nodiscard]] std::vector<double> project_inside(const std::vector<double>& u) const;

 private:
  [[nodiscard]] clipped_sum sum_at(const std::vector<double>& u, double tau) const;

  const std::vector<double>& low_;
  const std::vector<double>& high_;
  double width_ = 0;  // the sum of high - low
  thread_team& team_;
  const progress& report_;
};

}  // namespace coppice
