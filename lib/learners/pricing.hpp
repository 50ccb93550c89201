// Pricing: what a method asks of a pool of weak learners, and what it is answered. A learner h has
// one score for each of K residuals u_1 .. u_K of the training rows,
//
//     s_k(h) = sum_i u_ik h(x_i),        k = 1 .. K,
//
// and what a method wants is the learner of the largest merit, which is a figure made of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/progress.hpp"

namespace coppice {

/// What scores are worth together. With one residual the first three are |s|. The last is of two:
/// of weights D of the rows, which sum up to 1, and responses z, with u_1 = D (z - sum D z) and u_2
/// = D. Its square is by how much a + b h explains the responses better than a constant does, by
/// least squares with these weights.
enum class merit_rule {
  largest,     // max_k |s_k|
  magnitudes,  // sum_k |s_k|
  squares,     // the root of sum_k s_k^2
  fit,         // |s_1| / sqrt(m - s_2^2), m = sum D h^2, which is 1 where h is -1 and +1
};

/// How residuals have come from those that were priced last, where that is known: by steps along a
/// few directions d_m, one number a row, each with a factor for every score,
///
///     u_ik = (last u_ik) - sum_m d_mi factor_mk.
struct residual_steps {
  const double* directions = nullptr;  // rows numbers each, one direction after the other
  const double* factors = nullptr;     // scores each
  std::int64_t count = 0;              // 0 where it is not known
};

/// The residuals that learners are priced by: rows x scores numbers, row after row.
struct residual_rows {
  const double* values;
  std::int64_t scores = 1;
  merit_rule rule = merit_rule::largest;
  residual_steps steps = {};

  /// How many of the residuals learners are fitted to, the first ones.
  [[nodiscard]] std::int64_t responses() const noexcept {
    return rule == merit_rule::fit ? 1 : scores;
  }
};

/// Takes the scores of a learner, one after the other, and says what they are worth.
class merit_sum {
 public:
  /// `mean_square`: m of the rule fit, where it is known.
  explicit merit_sum(merit_rule rule, double mean_square = 1)
      : rule_(rule), mean_square_(mean_square) {}

  void add(double score) {
    const double magnitude = std::abs(score);
    squares_ += score * score;
    sum_ += magnitude;
    largest_ = std::max(largest_, magnitude);
    before_ = std::exchange(last_, score);
  }
  [[nodiscard]] double squares() const { return squares_; }
  [[nodiscard]] double merit() const {
    if (rule_ == merit_rule::largest) return largest_;
    if (rule_ == merit_rule::fit) {
      const double least = 1e-9 * mean_square_;  // a smaller variance may be rounding
      return std::abs(before_) / std::sqrt(std::max(mean_square_ - last_ * last_, least));
    }
    return rule_ == merit_rule::magnitudes ? sum_ : std::sqrt(squares_);
  }

 private:
  merit_rule rule_;
  double mean_square_;
  double before_ = 0;  // the score before the last
  double last_ = 0;
  double squares_ = 0;
  double sum_ = 0;
  double largest_ = 0;
};

/// The learner of the largest merit among those that are not excluded.
struct pricing {
  static constexpr std::int64_t none = -1;
  std::int64_t candidate = none;  // `none` where every learner is excluded
  double merit = 0;
  /// Sum of the squared scores of all learners that are not excluded; NaN where the pool is
  /// infinite.
  double squared_outside = std::numeric_limits<double>::quiet_NaN();

  /// Whether a learner of this merit is better than the best so far by more than rounding. Which of
  /// two learners that score alike adds up to more depends on the order of additions.
  [[nodiscard]] bool is_beaten_by(double another) const {
    constexpr double rounding = 1e-9;  // of sums of residuals that mostly cancel out
    return candidate == none || another > (1 + rounding) * merit;
  }

  /// Takes in one more learner; true where it is the best so far. The first of equals stays.
  bool offer(std::int64_t another, double its_merit) {
    const bool is_better = is_beaten_by(its_merit);
    if (is_better) candidate = another;
    merit = std::max(merit, its_merit);
    return is_better;
  }

  /// Takes in the pricing of other learners.
  void take_in(const pricing& others) {
    squared_outside += others.squared_outside;
    if (others.candidate != none) offer(others.candidate, others.merit);
  }
};

/// What a learner with these outputs on the training rows is worth.
struct learner_worth {
  double merit;
  double squares;  // of its scores
};
learner_worth worth_of(const float* outputs, std::int64_t rows, const residual_rows& residual,
                       const progress& report);

}  // namespace coppice
