// min over w of  F(w) + theta |w|_1,  F convex and smooth: the quasi-Newton method of Andrew & Gao
// (2007), which steps within an orthant, where |w|_1 is linear. Where w_k is 0 the pseudo-gradient
// takes the slope of the side that goes down, or 0 where none does; a limited memory of the last
// steps makes a Newton direction of it, and what would cross from one orthant into another stops
// at 0.
#pragma once

#include <deque>
#include <functional>

#include "core/linear_algebra.hpp"

namespace coppice {

class orthant_minimiser {
 public:
  /// F(w), and its gradient.
  using smooth_part = std::function<double(const vector& w, vector& gradient)>;
  /// Whether it is near enough, by F and its gradient at w; asked at every point it comes to.
  using near_enough = std::function<bool(const vector& w, double smooth, const vector& gradient)>;

  orthant_minimiser(double theta, smooth_part of) : theta_(theta), of_(std::move(of)) {}

  /// From w, to where it is near enough or no step goes down. The objective never rises.
  void minimise(vector& w, const near_enough& done);

 private:
  struct step {
    vector along;
    vector change;  // of the gradient
    double product;
  };
  struct point {
    vector w;
    vector gradient;  // of the smooth part
    double smooth;
  };
  bool descend(point& at, const vector& pseudo, const vector& along);
  [[nodiscard]] vector pseudo_gradient(const vector& w, const vector& gradient) const;
  [[nodiscard]] vector direction(const vector& pseudo) const;

  double theta_;
  smooth_part of_;
  std::deque<step> steps_;  // the last, newest at the end
};

}  // namespace coppice
