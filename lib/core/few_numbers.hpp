// Room for some numbers for as long as a call: up to 64 of them take no memory from the heap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace coppice {

class few_numbers {
 public:
  explicit few_numbers(std::int64_t count) {
    if (const auto needed = static_cast<std::size_t>(count); needed > few_.size())
      many_.resize(needed);
  }
  [[nodiscard]] double* data() noexcept { return many_.empty() ? few_.data() : many_.data(); }

 private:
  std::array<double, 64> few_{};
  std::vector<double> many_;
};

}  // namespace coppice
