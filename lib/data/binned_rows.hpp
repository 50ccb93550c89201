// The bins of binned_columns, row by row: for each row the bins it is in, leaving out the common
// bin of each column, so that a row touches only its own bins. Columns are taken in blocks whose
// sums stay in the cache while many rows pass over them, but not in blocks of a few columns alone;
// blocks are independent, and may be worked on by different threads.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/binned_columns.hpp"

namespace coppice {

/// A row and what is added to the sums of its bins.
struct row_change {
  std::int64_t row;
  double change;
};

class binned_rows {
 public:
  binned_rows(const binned_columns& columns, thread_team& team, const progress& report);

  [[nodiscard]] std::int64_t blocks() const noexcept {
    return static_cast<std::int64_t>(blocks_.size());
  }
  [[nodiscard]] std::int64_t first_column(std::int64_t block) const {
    return blocks_[block].first_column;
  }
  [[nodiscard]] std::int64_t last_column(std::int64_t block) const {  // one past
    return blocks_[block].last_column;
  }

  /// sums[b] += change for all bins b that the rows list, `sums` being those of the bins of the
  /// block's columns one after another.
  void add(std::int64_t block, const std::vector<row_change>& changes, double* sums) const;

 private:
  struct column_block {
    std::int64_t first_column;
    std::int64_t last_column;
    std::vector<std::int64_t> starts;  // of each row in `bins`
    std::variant<std::vector<std::uint16_t>, std::vector<std::uint32_t>> bins;
  };
  static void fill(column_block& block, const binned_columns& columns, const progress& report);

  std::vector<column_block> blocks_;
};

}  // namespace coppice
