// A dense matrix in memory of the caller's, with its strides, and how it is checked.
#pragma once

#include <cstdint>

namespace coppice {

/// Value (i, d) is at i * row_stride + d * column_stride, counted in elements; `length` elements
/// are readable.
template <class Value>
struct strided_matrix {
  const Value* values;
  std::int64_t length;
  std::int64_t rows;
  std::int64_t features;
  std::int64_t row_stride;
  std::int64_t column_stride;

  [[nodiscard]] const Value* row(std::int64_t i) const { return values + i * row_stride; }

  /// Whether the values of a feature lie closer together than those of a row.
  [[nodiscard]] bool is_by_columns() const { return row_stride < column_stride; }
};

/// Throws when the shape, the strides or the length do not fit together.
template <class Value>
void check_shape(const strided_matrix<Value>& x);

/// Whether a value is missing; throws COPPICE_INVALID_DATA naming the first infinite one by its row
/// and feature.
template <class Value>
bool check_values(const strided_matrix<Value>& x);

/// Throws COPPICE_INVALID_DATA: a value that is neither finite nor missing.
[[noreturn]] void fail_infinite(std::int64_t row, std::int64_t feature, double value);

/// The widest matrix that is read from a file or built from sparse parts.
constexpr std::int64_t most_features = std::int64_t{1} << 25;

}  // namespace coppice
