// Sums of stumps over many rows at once. The outputs of one row are added in the order of the
// stumps, each addition waiting for the one before; vectors hold the sums of several rows, and
// several vectors wait side by side.
#pragma once

#include <cstdint>

#include "data/row_block.hpp"

namespace coppice {

struct stump_view {
  const std::int32_t* features;
  const double* thresholds;
  const std::int32_t* missing_above;  // 1 or 0
  std::int64_t count;
};

/// sums[i] += sum_j weights[j] h_j(x_i), for as many of the first rows as are taken at once;
/// returns how many these are.
std::int64_t add_many_rows(const stump_view& stumps, const strided_rows& rows,
                           const double* weights, double* sums);

}  // namespace coppice
