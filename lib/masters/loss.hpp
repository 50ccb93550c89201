// Losses of a row as functions of its slack s = 1 - y f, weighed by its cost c, and their
// conjugates:
//
//     value(c, s)  =  max over a of  a s - conjugate(c, a),
//
// a being the row's dual variable within its bounds. Normalised as LIBLINEAR's:
//
//     hinge           c max(0, s)      conjugate 0            0 <= a <= c
//     squared hinge   c max(0, s)^2    conjugate a^2 / (4c)   a >= 0
//     least squares   c s^2 / 2        conjugate a^2 / (2c)   (s^2 = (y - f)^2 as y is -1 or +1)
//
// respond() gives the maximiser and how fast it moves with s. For the hinge, whose maximiser jumps,
// it is the proximal one: with - (a - anchor)^2 / (2 sigma c) under the maximum. (Distance is
// weighed by 1 / c: so a row of weight k is k rows.) The others need no anchor. rests() says
// whether a, at its bound with its anchor, stays there until s has moved by `radius`. A one-sided
// loss is 0 at every s <= 0. curvature() is the second derivative of value(), or for the hinge,
// which has none, that of its mean over all slacks within half a margin of s: what a change of f by
// so much meets. slope() is da / ds of a smooth loss where a moves, and moves() whether
// it does at a given a.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace coppice {

struct response {
  double dual;       // a
  double curvature;  // da / ds; 0 where a rests on a bound
};

struct hinge_loss {
  static constexpr bool proximal = true;
  static constexpr bool one_sided = true;
  static double value(double c, double s) { return c * std::max(s, 0.0); }
  static double conjugate(double /*c*/, double /*a*/) { return 0; }
  static response respond(double c, double s, double anchor, double sigma) {
    // Without a branch: which rows are inside is as good as random to the processor. (In this form
    // minimum and maximum are an instruction each, not so as std::min and std::max.)
    const double a = anchor + sigma * c * s;
    const double above = a > 0 ? a : 0.0;
    const double inside = static_cast<double>(a > 0) * static_cast<double>(a < c);
    return {above < c ? above : c, inside * sigma * c};
  }
  static double curvature(double c, double s) {
    constexpr double window = 0.5;
    return std::abs(s) < window ? c / (2 * window) : 0;
  }
  static bool rests(double c, double a, double s, double radius) {
    return a == 0 ? s < -radius : a == c && s > radius;
  }
  /// The nearest value within the bounds, and the largest t for which t a is within them.
  static double clip(double c, double a) { return std::clamp(a, 0.0, c); }
  static double reach(double c, double a) { return c / a; }
};

struct squared_hinge_loss {
  static constexpr bool proximal = false;
  static constexpr bool one_sided = true;
  static double value(double c, double s) { return s > 0 ? c * s * s : 0; }
  static double conjugate(double c, double a) { return a * a / (4 * c); }
  static response respond(double c, double s, double /*anchor*/, double /*sigma*/) {
    return {2 * c * (s > 0 ? s : 0.0), s > 0 ? 2 * c : 0.0};
  }
  static double curvature(double c, double s) { return s > 0 ? 2 * c : 0; }
  static double slope(double c) { return 2 * c; }
  static bool moves(double a) { return a != 0; }
  static bool rests(double /*c*/, double a, double s, double radius) {
    return a == 0 && s < -radius;
  }
  static double clip(double /*c*/, double a) { return std::max(a, 0.0); }
  static double reach(double /*c*/, double /*a*/) {
    return std::numeric_limits<double>::infinity();
  }
};

struct least_squares_loss {
  static constexpr bool proximal = false;
  static constexpr bool one_sided = false;
  static double value(double c, double s) { return c * s * s / 2; }
  static double conjugate(double c, double a) { return a * a / (2 * c); }
  static response respond(double c, double s, double /*anchor*/, double /*sigma*/) {
    return {c * s, c};
  }
  static double curvature(double c, double /*s*/) { return c; }
  static double slope(double c) { return c; }
  static bool moves(double /*a*/) { return true; }
  static bool rests(double /*c*/, double /*a*/, double /*s*/, double /*radius*/) { return false; }
  static double clip(double /*c*/, double a) { return a; }
  static double reach(double /*c*/, double /*a*/) {
    return std::numeric_limits<double>::infinity();
  }
};

}  // namespace coppice
