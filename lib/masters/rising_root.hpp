// The root of a function of t > 0 that is piecewise linear and rising, such as the derivative of a
// margin problem along a step: a bracketed Newton iteration finds it in a few evaluations, each of
// which is a pass over the rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/progress.hpp"

namespace coppice {

/// Where value_at(t, slope), which also gives the slope at t, is less than a hundredth of what it
/// is at 0. 0 where it is not negative there.
template <class Value>
double rising_root(const Value& value_at, const progress& report) {
  constexpr int most_passes = 60;
  double slope = 0;
  const double initial = value_at(0, slope);
  if (!(initial < 0)) return 0;
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  double t = 1;
  for (int pass = 0; pass < most_passes; ++pass) {
    report.poll();
    const double value = value_at(t, slope);
    if (std::abs(value) <= -0.01 * initial) break;
    (value < 0 ? low : high) = t;
    double next = slope > 0 ? t - value / slope : high;
    if (!(next > low && next < high)) next = std::isinf(high) ? 4 * t : (low + high) / 2;
    t = std::isinf(high) ? std::min(next, 10 * t) : next;
  }
  return t;
}

}  // namespace coppice
