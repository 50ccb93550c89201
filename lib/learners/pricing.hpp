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

#include "core/progress.hpp"

namespace coppice {

/// What scores are worth together. With one residual all three are |s|.
enum class merit_rule {
  largest,     // max_k |s_k|
  magnitudes,  // sum_k |s_k|
  squares,     // the root of sum_k s_k^2
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
};

/// Takes the scores of one learner after another, and says what they are worth.
class merit_sum {
 public:
  explicit merit_sum(merit_rule rule) : rule_(rule) {}

  void add(double score) {
    const double magnitude = std::abs(score);
    squares_ += score * score;
    sum_ += magnitude;
    largest_ = std::max(largest_, magnitude);
  }
  [[nodiscard]] double squares() const { return squares_; }
  [[nodiscard]] double merit() const {
    if (rule_ == merit_rule::largest) return largest_;
    return rule_ == merit_rule::magnitudes ? sum_ : std::sqrt(squares_);
  }

 private:
  merit_rule rule_;
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

  /// Takes in the pricing of other learners. The first of equals stays.
  void take_in(const pricing& others) {
    squared_outside += others.squared_outside;
    if (others.candidate == none) return;
    if (candidate != none && others.merit <= merit) return;
    candidate = others.candidate;
    merit = others.merit;
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
