// The loss of the exclusivity regularized machine, a power p >= 1 of the hinge, weighed by a cost
// c, as a function of its slack s = 1 - y f:
//
//     value  c max(0, s)^p,
//
// its conjugate, of dual variables a with 0 <= a (<= c where p is 1),
//
//     0 where p is 1, else  (p - 1) c (a / (c p))^(p / (p - 1)),
//
// and its proximal map with the penalty mu, arg min over e of value(e) + mu (e - s)^2 / 2.
#pragma once

#include <algorithm>
#include <cmath>

namespace coppice {

class power_hinge {
 public:
  explicit power_hinge(double power) : power_(power) {}

  [[nodiscard]] double power() const noexcept { return power_; }

  [[nodiscard]] double value(double c, double s) const {
    if (!(s > 0)) return 0;
    return c * (power_ == 1 ? s : power_ == 2 ? s * s : std::pow(s, power_));
  }

  [[nodiscard]] double conjugate(double c, double a) const {
    if (power_ == 1 || a == 0) return 0;
    if (power_ == 2) return a * a / (4 * c);
    return (power_ - 1) * c * std::pow(a / (c * power_), power_ / (power_ - 1));
  }

  /// What the conjugate at a multiple of a is, to that at a.
  [[nodiscard]] double at_multiple(double multiple) const {
    return power_ == 1 ? 0 : std::pow(multiple, power_ / (power_ - 1));
  }

  [[nodiscard]] double proximal(double c, double mu, double s) const {
    if (!(s > 0)) return s;
    if (power_ == 1) return std::max(0.0, s - c / mu);
    if (power_ == 2) return s / (1 + 2 * c / mu);
    return root(c * power_ / mu, s);
  }

 private:
  /// The e of e + k e^(p - 1) = s between 0 and s: Newton's steps, halved where they leave the
  /// bracket.
  [[nodiscard]] double root(double k, double s) const {
    constexpr int most_steps = 200;
    double low = 0;
    double high = s;
    double e = s / 2;
    for (int step = 0; step < most_steps; ++step) {
      const double power = k * std::pow(e, power_ - 1);
      const double excess = e + power - s;
      (excess > 0 ? high : low) = e;
      const double slope = 1 + (power_ - 1) * power / e;
      double next = e - excess / slope;
      if (!(next > low && next < high)) next = (low + high) / 2;
      if (std::abs(next - e) <= 1e-16 * s || next == low || next == high) return next;
      e = next;
    }
    return e;
  }

  double power_;
};

}  // namespace coppice
