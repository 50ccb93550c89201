// The weights of a linear function that is learned row by row, w = s v: a step of stochastic
// gradient descent shrinks all of them, which is one product with the scale s, and adds to those of
// the row's features. A step on a sparse row costs its listed values, however wide the row is.
//
// |w|^2 is kept up to date with every step, so that the ball |w| <= r costs as little. Rows may be
// extended with a constant 1, whose weight counts in |w|^2: the penalised bias of Pegasos.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/document.hpp"
#include "data/listed_row.hpp"

namespace coppice {

/// Below it a scale is multiplied into the numbers that it scales: far from where numbers end, and
/// seldom, so that the passes over all of them do not count.
inline constexpr double least_scale = 0x1p-40;

class scaled_weights {
 public:
  /// All 0; `constant` extends every row: 1, or 0 for none.
  explicit scaled_weights(std::int64_t size, double constant = 1)
      : constant_(constant), v_(static_cast<std::size_t>(size), 0.0) {}
  /// As save() wrote them.
  scaled_weights(document& saved, std::int64_t size, double constant = 1);
  [[nodiscard]] document save() const;

  [[nodiscard]] std::int64_t size() const noexcept { return static_cast<std::int64_t>(v_.size()); }
  [[nodiscard]] double weight(std::int64_t d) const { return scale_ * v_[d]; }
  [[nodiscard]] double weight_of_constant() const { return scale_ * of_constant_; }
  [[nodiscard]] double squared_norm() const noexcept { return squared_norm_; }
  void copy(double* weights) const;

  /// w . x
  [[nodiscard]] double value(const listed_row& x) const {
    return scale_ * (dot(v_.data(), x) + constant_ * of_constant_);
  }

  /// |x|^2, the constant included.
  [[nodiscard]] double squared_norm_of(const listed_row& x) const {
    return coppice::squared_norm(x) + constant_;
  }

  /// w <- factor w, 0 <= factor <= 1. The factor 0 gives all 0 and a scale of 1.
  void shrink(double factor);

  /// w <- w + amount x, where `value` is w . x and `squared_norm` is |x|^2.
  void add(const listed_row& x, double amount, double value, double squared_norm);

  /// w <- w min(1, radius / |w|)
  void limit(double radius);

  /// w <- factor w + amount x, then into the ball of this radius.
  void step(const listed_row& x, double squared_norm, double value, double factor, double amount,
            double radius) {
    shrink(factor);
    if (amount != 0) add(x, amount, factor * value, squared_norm);
    limit(radius);
  }

  /// Room for one more weight, so that append() needs no memory.
  void reserve_one_more();
  void append() { v_.push_back(0.0); }
  void erase(std::int64_t d);
  void clear() { shrink(0); }

 private:
  void fold();

  double constant_;
  double scale_ = 1;
  double squared_norm_ = 0;
  double of_constant_ = 0;
  std::vector<double> v_;
};

/// The rate of Pegasos (Shalev-Shwartz, Singer & Srebro, ICML 2007), 1 / (lambda t) at step t, but
/// never below `floor`, which is less than 1 / lambda; and the ball, of radius 1 / sqrt(lambda) or
/// infinite.
struct pegasos_rate {
  double lambda;
  double floor;
  double radius;

  [[nodiscard]] double at(std::int64_t step) const {
    return std::max(1 / (lambda * static_cast<double>(step)), floor);
  }
  /// 1 - rate * lambda, without rounding where the floor is not reached.
  [[nodiscard]] double factor(std::int64_t step) const {
    const auto t = static_cast<double>(step);
    return 1 / (lambda * t) > floor ? (t - 1) / t : 1 - floor * lambda;
  }
  /// Of the row that is added.
  [[nodiscard]] double amount(std::int64_t step, double value, double y, double weight) const {
    return y * value < 1 ? at(step) * weight * y : 0;
  }
};

/// One weighted step of Pegasos, number `step` from 1 (Yugov & Kumazawa, algorithm 1): with the
/// rate e,
///
///     w <- (1 - e lambda) w + e weight y x    where y w . x < 1, else    (1 - e lambda) w,
///
/// and then into the ball. `value` is w . x and `squared_norm` is |x|^2.
inline void take_pegasos_step(scaled_weights& w, const listed_row& x, double squared_norm,
                              double value, double y, double weight, std::int64_t step,
                              const pegasos_rate& rate) {
  w.step(x, squared_norm, value, rate.factor(step), rate.amount(step, value, y, weight),
         rate.radius);
}

}  // namespace coppice
