// A feasible point of a margin problem's dual (margin_master.hpp) near the a that Newton's method
// stands at, and what the dual is there, exactly: the bound that the duality gap is measured with.
// With a free bias y'a = 0 must hold, which a satisfies only nearly. Along the ray through the
// point the dual is a parabola, t slope - t^2 curvature / 2, whose top may be better still.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/numbers.hpp"
#include "core/progress.hpp"
#include "core/row_sums.hpp"
#include "masters/listed_rows.hpp"
#include "masters/margin_master.hpp"
#include "masters/margin_rows.hpp"

namespace coppice {

/// Where a point stands, and the rows in which it differs from a.
struct dual_room {
  std::vector<double> signed_dual;
  listed_rows moved;
};

template <class Loss>
class dual_point {
 public:
  /// With the costs c of the problem, or larger ones. The point stands in `room`, which outlives
  /// it. Of a smooth loss the dual may be lower by `spare` if fewer rows differ from a.
  dual_point(const margin_problem& problem, const std::vector<double>& costs,
             const margin_rows<Loss>& rows, dual_room& room, double spare, const progress& report);

  /// y a of every row.
  [[nodiscard]] const std::vector<double>& signed_dual() const noexcept { return signed_dual_; }

  /// The dual at a multiple of the point, and the feasible multiple where it is largest.
  [[nodiscard]] double value(double multiple) const {
    if (!feasible_) return -std::numeric_limits<double>::infinity();
    return multiple * slope_ - multiple * multiple * curvature_ / 2;
  }
  [[nodiscard]] double best_multiple() const {
    return slope_ < curvature_ * reach_ ? slope_ / curvature_ : std::max(1.0, reach_);
  }

 private:
  void restore_balance(const margin_problem& problem, const margin_rows<Loss>& rows, double spare,
                       const progress& report);

  std::vector<double>& signed_dual_;
  bool feasible_ = true;  // false where no balance could be made
  double slope_ = 0;
  double curvature_ = 0;
  double reach_ = std::numeric_limits<double>::infinity();  // the largest feasible multiple

  /// What a block of rows adds to the last three.
  struct block {
    double slope = 0;
    double curvature = 0;
    double reach = std::numeric_limits<double>::infinity();
  };
};

template <class Loss>
dual_point<Loss>::dual_point(const margin_problem& problem, const std::vector<double>& costs,
                             const margin_rows<Loss>& rows, dual_room& room, double spare,
                             const progress& report)
    : signed_dual_(room.signed_dual) {
  report.resize(signed_dual_, rows.size());
  for_rows(rows.team(), report, rows.size(), 1, [&](std::int64_t first, std::int64_t last) {
    std::copy(&rows.signed_dual()[first], rows.signed_dual().data() + last, &signed_dual_[first]);
  });
  if (problem.bias == bias_kind::free)
    restore_balance(problem, rows, spare, report);
  else if (problem.bias == bias_kind::penalised)
    curvature_ = std::pow(rows.balance() * problem.bias_scale, 2);
  // As large as rounding may have left it too small: where a is large, that is more than the gap.
  const vector correlation = rows.correlation_of(signed_dual_, room.moved);
  const double rounding =
      2e-16 * std::sqrt(static_cast<double>(correlation.size())) * rows.turnover();
  curvature_ += std::pow(correlation.norm() + rounding, 2);
  const double of_norm = curvature_;
  curvature_ = 0;
  for (const block& found : of_blocks<block>(
           rows.team(), report, rows.size(), [&](std::int64_t first, std::int64_t last) {
             block sum;
             sum.slope = dot(&problem.signs[first], &signed_dual_[first], last - first);
             sum.curvature = first == 0 ? of_norm : 0;
             for (std::int64_t i = first; i < last; ++i) {
               const double a = std::abs(signed_dual_[i]);
               if (a == 0) continue;
               sum.curvature += 2 * Loss::conjugate(costs[i], a);
               sum.reach = std::min(sum.reach, Loss::reach(costs[i], a));
             }
             return sum;
           })) {
    slope_ += found.slope;
    curvature_ += found.curvature;
    reach_ = std::min(reach_, found.reach);
  }
}

/// Makes y'a = 0. The rows inside share what is over as far as their bounds allow: their slack is
/// all but 0, so that costs the dual next to nothing. Of a smooth loss it costs at most half of the
/// square of what is over, by the costs of those that share it: some of them are enough. What they
/// cannot take, others do, and then the heavier class gives it up in proportion.
template <class Loss>
void dual_point<Loss>::restore_balance(const margin_problem& problem, const margin_rows<Loss>& rows,
                                       double spare, const progress& report) {
  const row_indices& inside = rows.inside();
  double rest = rows.balance();
  double cost = 0;
  const double enough =
      Loss::proximal ? std::numeric_limits<double>::infinity() : rest * rest / spare;
  std::size_t sharing = 0;
  while (sharing < inside.size() && cost < enough) cost += problem.costs[inside[sharing++]];
  report.poll();
  bool is_taken = false;
  for (std::size_t k = 0; k < inside.size() && (k < sharing || !is_taken); ++k) {
    const std::int64_t i = inside[k];
    const double y = problem.signs[i];
    const double c = problem.costs[i];
    const double share = cost > c ? rest * (c / cost) : rest;
    const double wanted = signed_dual_[i] - share;
    const double moved = y * Loss::clip(c, y * wanted);
    is_taken = moved == wanted && !(cost > c);
    rest -= signed_dual_[i] - moved;
    cost -= c;
    signed_dual_[i] = moved;
  }
  report.poll();
  const std::vector<double> sides = sum_over_rows(
      rows.team(), report, rows.size(), 1, 2,
      [&](std::int64_t first, std::int64_t last, double* sum) {
        double of_positive = 0;
        double of_negative = 0;
        for (std::int64_t i = first; i < last; ++i) {
          const double a = problem.signs[i] * signed_dual_[i];  // to both, without a branch
          of_positive += problem.signs[i] > 0 ? a : 0.0;
          of_negative += problem.signs[i] > 0 ? 0.0 : a;
        }
        sum[0] = of_positive;
        sum[1] = of_negative;
      });
  const double positive = sides[0];
  const double negative = sides[1];
  // A difference of rounding is as good as none, and to mend it would change every row.
  if (std::abs(positive - negative) <= 1e-15 * (positive + negative)) return;
  feasible_ = std::min(positive, negative) > 0;
  if (!feasible_) return;
  const double heavier = positive > negative ? 1 : -1;
  const double shrink = std::min(positive, negative) / std::max(positive, negative);
  for (std::int64_t i = 0; i < rows.size(); ++i) {
    report.poll_at(i);
    if (problem.signs[i] == heavier) signed_dual_[i] *= shrink;
  }
}

}  // namespace coppice
