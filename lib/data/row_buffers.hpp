// Memory for dense copies of rows, lent to one task after another: zeroed when it is made, and
// given back as it was lent, so that sparse rows put there cost their entries and not their width.
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "core/progress.hpp"

namespace coppice {

class row_buffers {
 public:
  /// Of `size` numbers each.
  explicit row_buffers(std::int64_t size) : size_(size) {}

  /// Zeros, but for numbers that were in rows of dense data. On any thread, polling `report`.
  [[nodiscard]] std::vector<double> take(const progress& report = progress()) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!free_.empty()) {
        std::vector<double> buffer = std::move(free_.back());
        free_.pop_back();
        return buffer;
      }
      free_.reserve(++made_);  // so that to give one back cannot fail
    }
    std::vector<double> buffer;
    report.resize(buffer, size_);
    return buffer;
  }

  /// Rows in it have been erased (feature_matrix::erase_row). A buffer that nobody gives back, as
  /// where an exception is thrown, is replaced by a new one.
  void give_back(std::vector<double> buffer) noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    free_.push_back(std::move(buffer));
  }

 private:
  std::int64_t size_;
  std::mutex mutex_;
  std::size_t made_ = 0;
  std::vector<std::vector<double>> free_;
};

}  // namespace coppice
