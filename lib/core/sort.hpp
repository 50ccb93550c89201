// Sorting columns of a feature: by radix, which beats comparison on long columns, skips digits that
// all values share (pixels and counts have few others), and can be polled as it goes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "core/unset_vector.hpp"

namespace coppice {

/// Sorts finite values in ascending order.
void sort(std::vector<double>& values, const progress& report);

struct value_of_row {
  double value;
  std::uint32_t row;
};

/// Sorts finite values in ascending order; the rows of equal ones stay in theirs. `room` is memory
/// to work in, which may be kept from one column to the next.
void sort(unset_vector<value_of_row>& values, unset_vector<value_of_row>& room,
          const progress& report);

/// Sorts items by comparison, in pieces that are merged, so that it can be polled.
template <class Item, class Less>
void sort(std::vector<Item>& items, const Less& less, const progress& report) {
  constexpr std::ptrdiff_t piece = 1 << 14;
  const auto size = static_cast<std::ptrdiff_t>(items.size());
  const auto place = [&](std::ptrdiff_t k) { return items.begin() + std::min(k, size); };
  for (std::ptrdiff_t k = 0; k < size; k += piece) {
    std::sort(place(k), place(k + piece), less);
    report.poll();
  }
  for (std::ptrdiff_t sorted = piece; sorted < size; sorted *= 2)
    for (std::ptrdiff_t k = 0; k < size; k += 2 * sorted) {
      std::inplace_merge(place(k), place(k + sorted), place(k + 2 * sorted), less);
      report.poll();
    }
}

}  // namespace coppice
