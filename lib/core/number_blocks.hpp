// Memory for many short arrays that stay until the end, in blocks that are the longer the more is
// there, up to a large page. Arrays of some kB that are allocated one by one bring in one page of
// 4 kB after another, which takes longer than to fill it on some virtual machines. (Choosing C for
// a kernel machine of 2,000 rows brings in 3,150 pages, and 4,950 that way.)
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <vector>

#include "core/huge_pages.hpp"
#include "core/unset_vector.hpp"

namespace coppice {

class number_blocks {
 public:
  /// Room for `count` doubles that are not set, which begins with a cache line and stays as long as
  /// this object; on any thread.
  [[nodiscard]] double* take(std::size_t count) {
    constexpr std::size_t cache_line = 64 / sizeof(double);
    const std::size_t wanted = (count + cache_line - 1) / cache_line * cache_line;
    const std::lock_guard<std::mutex> alone(mutex_);
    if (blocks_.empty() || blocks_.back().size() - used_ < wanted) {
      const std::size_t size = std::clamp(taken_, shortest, longest);
      blocks_.emplace_back(std::max(size, wanted));
      used_ = 0;
    }
    double* const room = blocks_.back().data() + used_;
    used_ += wanted;
    taken_ += wanted;
    return room;
  }

 private:
  static constexpr std::size_t shortest = std::size_t{1} << 13;
  static constexpr std::size_t longest = huge_page / sizeof(double);

  std::mutex mutex_;
  std::vector<unset_vector<double>> blocks_;
  std::size_t used_ = 0;   // of the last block
  std::size_t taken_ = 0;  // in all
};

}  // namespace coppice
