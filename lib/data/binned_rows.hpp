// The bins of binned_columns, row by row: for each row the bins it is in, leaving out the common
// bin of columns that have one. Bins are numbered through all columns, so that a sum for every bin
// of every feature is one array, and a row that changes touches only its own bins.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "data/binned_columns.hpp"

namespace coppice {

class binned_rows {
 public:
  /// The columns must outlive this object.
  binned_rows(const binned_columns& columns, const progress& report);

  /// sums[b] += change for all bins b that the row lists.
  void add(std::int64_t row, double change, double* sums) const {
    for (std::int64_t k = starts_[row]; k < starts_[row + 1]; ++k) sums[bins_[k]] += change;
  }

 private:
  std::vector<std::int64_t> starts_;
  std::vector<std::uint32_t> bins_;
};

}  // namespace coppice
