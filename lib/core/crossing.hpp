// Where a convex function that is linear between kinks stops falling: items are its kinks, in an
// order of their own, and its slope rises by so much at each. By selection: of the items on both
// sides only their sums count, so that sorting them would be wasted.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/progress.hpp"

namespace coppice {

template <class Iterator>
struct kink_crossing {
  Iterator at;   // the kink from which it falls no longer; the end where it always falls
  double slope;  // before that kink
};

/// Of a function with this slope before all kinks. Those before the one that is found come first
/// afterwards, and those behind it last. Stops while it polls, with the items in another order.
template <class Iterator, class Rise>
kink_crossing<Iterator> find_crossing(Iterator first, Iterator last, double slope, const Rise& rise,
                                      const progress& report) {
  std::int64_t polled = 0;
  const auto risen = [&](double from, Iterator end) {
    for (auto at = first; at != end; ++at) {
      from += rise(*at);
      report.poll_at(++polled);
    }
    return from;
  };
  const auto is_before = [&](const auto& a, const auto& b) {
    report.poll_at(++polled);
    return a < b;
  };
  if (!(risen(slope, last) >= 0)) return {last, slope};
  while (last - first > 1) {
    const Iterator middle = first + (last - first) / 2;
    std::nth_element(first, middle, last, is_before);
    const double there = risen(slope, middle);
    if (there >= 0) {
      last = middle;
    } else {
      slope = there;
      first = middle;
    }
  }
  return {first, slope};
}

}  // namespace coppice
