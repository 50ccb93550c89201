// The lines of a text in which the rows of a dataset stand. Few lines are not rows, so only
// the places where the distance of row and line changes are kept.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace coppice {

class row_lines {
 public:
  /// The line, from 1, of the next row; lines ascend.
  void add(std::int64_t line) {
    if (changes_.empty() || changes_.back().second != line - rows_)
      changes_.emplace_back(rows_, line - rows_);
    ++rows_;
  }

  /// The line of a row; 0 where it is not known.
  [[nodiscard]] std::int64_t of(std::int64_t row) const {
    if (row >= rows_) return 0;
    const auto after = std::upper_bound(
        changes_.begin(), changes_.end(), row,
        [](std::int64_t sought, const auto& change) { return sought < change.first; });
    return row + std::prev(after)->second;
  }

 private:
  std::int64_t rows_ = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> changes_;  // from that row on: line - row
};

}  // namespace coppice
