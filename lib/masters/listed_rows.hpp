// Rows, ascending, with a number each, which blocks of rows list side by side: every block lists
// its own where its rows begin, and then the lists are moved together.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/progress.hpp"
#include "masters/design.hpp"

namespace coppice {

class listed_rows {
 public:
  /// Where a block lists its rows. A row that does not stay is overwritten by the next, so that
  /// each may be put before it is known to belong.
  struct place {
    std::int64_t* rows;
    double* numbers;
    void put(std::int64_t k, std::int64_t row, double number) const {
      rows[k] = row;
      numbers[k] = number;
    }
  };

  /// None is listed any more; there may be as many as `most`.
  void open(const progress& report, std::int64_t most) {
    report.resize(rows_, most);
    report.resize(numbers_, most);
    kept_ = 0;
  }
  [[nodiscard]] place from(std::int64_t first) {
    return {rows_.data() + first, numbers_.data() + first};
  }

  /// Of each block in their order: as many as it has listed from `first` on.
  void keep(std::int64_t first, std::int64_t count) {
    if (first > kept_) {
      std::copy_n(rows_.begin() + first, count, rows_.begin() + kept_);
      std::copy_n(numbers_.begin() + first, count, numbers_.begin() + kept_);
    }
    kept_ += count;
  }
  void close() {
    rows_.resize(static_cast<std::size_t>(kept_));
    numbers_.resize(static_cast<std::size_t>(kept_));
  }

  [[nodiscard]] const row_indices& rows() const noexcept { return rows_; }
  [[nodiscard]] const row_values& numbers() const noexcept { return numbers_; }

 private:
  row_indices rows_;
  row_values numbers_;
  std::int64_t kept_ = 0;
};

}  // namespace coppice
