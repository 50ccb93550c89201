#include "data/strided_matrix.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/error.hpp"

namespace coppice {
namespace {

/// a * b + c for counts >= 0, or a failure: sizes come from the caller.
std::int64_t checked_extent(std::int64_t a, std::int64_t b, std::int64_t c) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (b != 0 && a > (most - c) / b)
    fail(COPPICE_INVALID_ARGUMENT, "the matrix has more elements than 64 bits count");
  return a * b + c;
}

}  // namespace

template <class Value>
void check_shape(const strided_matrix<Value>& x) {
  if (x.rows < 1) fail(COPPICE_INVALID_ARGUMENT, "rows is ", x.rows, "; expected at least 1");
  if (x.features < 1)
    fail(COPPICE_INVALID_ARGUMENT, "features is ", x.features, "; expected at least 1");
  if (x.features > most_features)
    fail(COPPICE_INVALID_ARGUMENT, "features is ", x.features, "; expected at most ",
         most_features);
  if (x.values == nullptr) fail(COPPICE_INVALID_ARGUMENT, "x is NULL; expected a matrix");
  const std::int64_t row_stride = x.rows == 1 ? 1 : x.row_stride;
  const std::int64_t column_stride = x.features == 1 ? 1 : x.column_stride;
  if (row_stride < 1)
    fail(COPPICE_INVALID_ARGUMENT, "row_stride is ", row_stride, "; expected at least 1");
  if (column_stride < 1)
    fail(COPPICE_INVALID_ARGUMENT, "column_stride is ", column_stride, "; expected at least 1");
  const std::int64_t along_rows = checked_extent(x.rows - 1, row_stride, 0);
  const std::int64_t along_columns = checked_extent(x.features - 1, column_stride, 0);
  const bool rows_inside = column_stride > along_rows;
  const bool columns_inside = row_stride > along_columns;
  if (x.rows > 1 && x.features > 1 && !rows_inside && !columns_inside)
    fail(COPPICE_INVALID_ARGUMENT, "row_stride ", row_stride, " and column_stride ", column_stride,
         " make values of the ", x.rows, " x ", x.features,
         " matrix share memory; expected row_stride > ", along_columns, " or column_stride > ",
         along_rows);
  const std::int64_t extent = checked_extent(1, along_rows, along_columns);
  if (extent >= x.length)
    fail(COPPICE_INVALID_ARGUMENT, "x has length ", x.length, ", but the ", x.rows, " x ",
         x.features, " matrix with strides ", row_stride, " and ", column_stride, " needs ",
         static_cast<std::uint64_t>(extent) + 1, " elements");
}

void fail_infinite(std::int64_t row, std::int64_t feature, double value) {
  fail(COPPICE_INVALID_DATA, "x[row ", row, ", feature ", feature, "] is ", value,
       "; expected a finite number, or NaN where the value is missing");
}

namespace {

template <class Value>
bool check_rows(const strided_matrix<Value>& x, std::int64_t first, std::int64_t last) {
  bool missing = false;
  for (std::int64_t i = first; i < last; ++i) {
    const Value* row = x.row(i);
    bool finite = true;
    for (std::int64_t d = 0; d < x.features; ++d) finite &= std::isfinite(row[d * x.column_stride]);
    for (std::int64_t d = 0; d < x.features && !finite; ++d)
      if (std::isinf(row[d * x.column_stride]))
        fail_infinite(i, d, static_cast<double>(row[d * x.column_stride]));
    missing |= !finite;
  }
  return missing;
}

/// Whether all are: a number times 0 is 0 where it is finite, else NaN. Several sums at once, as
/// the order of one would keep the compiler from using vectors.
template <class Value>
bool are_finite(const Value* values, std::int64_t count) {
  constexpr std::int64_t lanes = 8;
  std::array<Value, lanes> sums{};
  const std::int64_t whole = count - count % lanes;
  for (std::int64_t k = 0; k < whole; k += lanes)
    for (std::int64_t j = 0; j < lanes; ++j) sums[j] += values[k + j] * 0;
  for (std::int64_t k = whole; k < count; ++k) sums[0] += values[k] * 0;
  Value sum = 0;
  for (const Value lane : sums) sum += lane;
  return sum == 0;
}

/// The same of rows first .. last - 1, where values lie side by side along rows or along columns.
template <class Value>
bool are_finite(const strided_matrix<Value>& x, std::int64_t first, std::int64_t last) {
  bool finite = true;
  if (x.column_stride == 1)
    for (std::int64_t i = first; i < last && finite; ++i) finite = are_finite(x.row(i), x.features);
  else
    for (std::int64_t d = 0; d < x.features && finite; ++d)
      finite = are_finite(x.row(first) + d * x.column_stride, last - first);
  return finite;
}

}  // namespace

/// Rows that are not all finite are gone through in their own order, which finds the first infinite
/// value.
template <class Value>
bool check_values(const strided_matrix<Value>& x) {
  if (x.column_stride != 1 && x.row_stride != 1) return check_rows(x, 0, x.rows);
  constexpr std::int64_t rows_a_pass = 4096;
  bool missing = false;
  for (std::int64_t first = 0; first < x.rows; first += rows_a_pass) {
    const std::int64_t last = std::min(first + rows_a_pass, x.rows);
    if (!are_finite(x, first, last)) missing |= check_rows(x, first, last);
  }
  return missing;
}

template void check_shape(const strided_matrix<double>&);
template void check_shape(const strided_matrix<float>&);
template bool check_values(const strided_matrix<double>&);
template bool check_values(const strided_matrix<float>&);

}  // namespace coppice
