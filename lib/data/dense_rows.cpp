#include "data/dense_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coppice {
namespace {

/// Without a branch in the loop, so that it is done by vectors.
template <class Value>
bool are_bytes(const Value* values, std::int64_t count) {
  constexpr Value most = 255;
  constexpr Value not_whole = 0.5;
  bool others = false;
  for (std::int64_t k = 0; k < count; ++k) {
    const Value value = !std::signbit(values[k]) && values[k] <= most ? values[k] : not_whole;
    others |= static_cast<Value>(static_cast<std::int32_t>(value)) != value;
  }
  return !others;
}

/// By runs, as most matrices that are not bytes show it at their beginning.
template <class Value>
bool runs_are_bytes(const Value* values, std::int64_t count) {
  constexpr std::int64_t a_run = 4096;
  for (std::int64_t first = 0; first < count; first += a_run)
    if (!are_bytes(values + first, std::min(a_run, count - first))) return false;
  return true;
}

/// A few rows at a time: of a matrix by columns as many as a cache line has values.
template <class Kept, class Value>
dense_rows<Kept> row_major_copy(const strided_matrix<Value>& x) {
  constexpr std::int64_t rows_a_pass = 64 / sizeof(Value);
  dense_rows<Kept> copy;
  copy.values.resize(static_cast<std::size_t>(x.rows * x.features));
  if (x.column_stride == 1) {
    Kept* to = copy.values.data();
    for (std::int64_t i = 0; i < x.rows; ++i) to = std::copy_n(x.row(i), x.features, to);
    return copy;
  }
  for (std::int64_t first = 0; first < x.rows; first += rows_a_pass) {
    const std::int64_t last = std::min(x.rows, first + rows_a_pass);
    for (std::int64_t d = 0; d < x.features; ++d)
      for (std::int64_t i = first; i < last; ++i)
        copy.values[i * x.features + d] = static_cast<Kept>(x.row(i)[d * x.column_stride]);
  }
  return copy;
}

}  // namespace

template <class Value>
bool are_bytes(const strided_matrix<Value>& x) {
  if (x.column_stride == 1) {
    for (std::int64_t i = 0; i < x.rows; ++i)
      if (!runs_are_bytes(x.row(i), x.features)) return false;
    return true;
  }
  if (x.row_stride == 1) {
    for (std::int64_t d = 0; d < x.features; ++d)
      if (!runs_are_bytes(x.values + d * x.column_stride, x.rows)) return false;
    return true;
  }
  for (std::int64_t i = 0; i < x.rows; ++i)
    for (std::int64_t d = 0; d < x.features; ++d)
      if (!are_bytes(x.row(i) + d * x.column_stride, 1)) return false;
  return true;
}

template <class Value>
dense_values copy_of(const strided_matrix<Value>& x, bool as_bytes) {
  if (as_bytes) return row_major_copy<std::uint8_t>(x);
  return row_major_copy<Value>(x);
}

dense_values narrowed(kept_vector<double> values) {
  const auto size = static_cast<std::int64_t>(values.size());
  if (!runs_are_bytes(values.data(), size)) return dense_rows<double>{std::move(values)};
  dense_rows<std::uint8_t> bytes;
  bytes.values.resize(values.size());
  std::copy(values.begin(), values.end(), bytes.values.begin());
  return bytes;
}

template bool are_bytes(const strided_matrix<double>&);
template bool are_bytes(const strided_matrix<float>&);
template dense_values copy_of(const strided_matrix<double>&, bool as_bytes);
template dense_values copy_of(const strided_matrix<float>&, bool as_bytes);

}  // namespace coppice
