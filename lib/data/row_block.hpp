// A few rows that are predicted together: dense, one after another in memory. What many rows share,
// such as a kernel's support vectors, is then read once a block instead of once a row.
#pragma once

#include <algorithm>
#include <cstdint>

namespace coppice {

struct row_block {
  const double* values;  // rows x features
  std::int64_t rows;
  std::int64_t features;

  [[nodiscard]] const double* row(std::int64_t i) const { return values + i * features; }
};

/// Rows whose values stand apart, as those of a matrix by columns do.
struct strided_rows {
  const double* values;
  std::int64_t rows;
  std::int64_t row_stride;
  std::int64_t column_stride;

  [[nodiscard]] const double* row(std::int64_t i) const { return values + i * row_stride; }
};

constexpr strided_rows strided(const row_block& rows) {
  return {rows.values, rows.rows, rows.features, 1};
}

/// How many rows of this width a block has where the caller may choose: few enough that it stays in
/// the processor's cache.
constexpr std::int64_t rows_of_a_block(std::int64_t features) {
  constexpr std::int64_t most_values = std::int64_t{1} << 14;
  constexpr std::int64_t most_rows = 64;
  return std::clamp(most_values / std::max<std::int64_t>(features, 1), std::int64_t{1}, most_rows);
}

}  // namespace coppice
