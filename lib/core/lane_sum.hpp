// Sums over numbers that lie side by side, and the largest of them, eight partial ones at a time:
// the compiler may vectorise a loop that adds to them (it may not reorder a single running sum),
// and the result is always the same.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "core/numbers.hpp"

namespace coppice {

class lane_sum {
 public:
  static constexpr std::int64_t lanes = 8;

  explicit lane_sum(double begin = 0) { partial_[0] = begin; }
  void add(std::int64_t lane, double value) { partial_[lane] += value; }
  [[nodiscard]] double total() const { return added_up(partial_); }

 private:
  std::array<double, lanes> partial_{};
};

class lane_most {
 public:
  lane_most() { most_.fill(-std::numeric_limits<double>::infinity()); }
  void add(std::int64_t lane, double value) {
    most_[lane] = value > most_[lane] ? value : most_[lane];
  }
  [[nodiscard]] double most() const { return *std::max_element(most_.begin(), most_.end()); }

 private:
  std::array<double, lane_sum::lanes> most_{};
};

/// Calls work(k, lane) for k = first .. last - 1.
template <class Work>
void in_lanes(std::int64_t first, std::int64_t last, const Work& work) {
  constexpr std::int64_t lanes = lane_sum::lanes;
  std::int64_t k = first;
  for (; k + lanes <= last; k += lanes)
    for (std::int64_t lane = 0; lane < lanes; ++lane) work(k + lane, lane);
  for (std::int64_t lane = 0; k < last; ++k, ++lane) work(k, lane);
}

}  // namespace coppice
