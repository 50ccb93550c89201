#include "data/feature_matrix.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/huge_pages.hpp"

namespace coppice {
namespace {

/// a * b + c for counts >= 0, or a failure: sizes come from the caller.
std::int64_t checked_extent(std::int64_t a, std::int64_t b, std::int64_t c) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (b != 0 && a > (most - c) / b)
    fail(COPPICE_INVALID_ARGUMENT, "the matrix has more elements than 64 bits count");
  return a * b + c;
}

template <class Value>
dense_rows<Value> rows_of(const feature_matrix& matrix, const dense_rows<Value>& stored) {
  dense_rows<Value> own;
  reserve_large(own.values, static_cast<std::size_t>(matrix.rows() * matrix.features()));
  for (std::int64_t i = 0; i < matrix.rows(); ++i) {
    const Value* const row = stored.values.data() + matrix.row_in_storage(i) * matrix.features();
    own.values.insert(own.values.end(), row, row + matrix.features());
  }
  return own;
}

sparse_rows rows_of(const feature_matrix& matrix, const sparse_rows& stored) {
  sparse_rows own;
  own.starts.reserve(static_cast<std::size_t>(matrix.rows()) + 1);
  for (std::int64_t i = 0; i < matrix.rows(); ++i) {
    const std::int64_t row = matrix.row_in_storage(i);
    own.starts.push_back(own.starts.back() + stored.starts[row + 1] - stored.starts[row]);
  }
  reserve_large(own.features, static_cast<std::size_t>(own.starts.back()));
  reserve_large(own.values, static_cast<std::size_t>(own.starts.back()));
  for (std::int64_t i = 0; i < matrix.rows(); ++i) {
    const std::int64_t row = matrix.row_in_storage(i);
    for (std::int64_t k = stored.starts[row]; k < stored.starts[row + 1]; ++k) {
      own.features.push_back(stored.features[k]);
      own.values.push_back(stored.values[k]);
    }
  }
  return own;
}

template <class Value>
bool any_missing(const std::vector<Value>& values) {
  bool missing = false;
  for (const Value value : values) missing |= std::isnan(value);
  return missing;
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

namespace {

/// A few rows at a time: of a matrix by columns as many as a cache line has values.
template <class Value>
dense_rows<Value> row_major_copy(const strided_matrix<Value>& x) {
  constexpr std::int64_t rows_a_pass = 64 / sizeof(Value);
  dense_rows<Value> copy;
  const auto size = static_cast<std::size_t>(checked_extent(x.rows, x.features, 0));
  reserve_large(copy.values, size);
  if (x.column_stride == 1) {
    for (std::int64_t i = 0; i < x.rows; ++i)
      copy.values.insert(copy.values.end(), x.row(i), x.row(i) + x.features);
    return copy;
  }
  copy.values.resize(size);
  for (std::int64_t first = 0; first < x.rows; first += rows_a_pass) {
    const std::int64_t last = std::min(x.rows, first + rows_a_pass);
    for (std::int64_t d = 0; d < x.features; ++d)
      for (std::int64_t i = first; i < last; ++i)
        copy.values[i * x.features + d] = x.row(i)[d * x.column_stride];
  }
  return copy;
}

}  // namespace

template <class Value>
feature_matrix::feature_matrix(const strided_matrix<Value>& x)
    : rows_(x.rows), features_(x.features) {
  check_shape(x);
  may_have_missing_ = check_values(x);
  storage_ = std::make_shared<const storage>(row_major_copy(x));
}

feature_matrix::feature_matrix(dense_rows<double> rows, std::int64_t features)
    : rows_(static_cast<std::int64_t>(rows.values.size()) / features),
      features_(features),
      may_have_missing_(any_missing(rows.values)),
      storage_(std::make_shared<const storage>(std::move(rows))) {}

feature_matrix::feature_matrix(sparse_rows rows, std::int64_t features)
    : rows_(static_cast<std::int64_t>(rows.starts.size()) - 1),
      features_(features),
      may_have_missing_(any_missing(rows.values)),
      storage_(std::make_shared<const storage>(std::move(rows))) {}

void feature_matrix::copy_row(std::int64_t row, double* out) const {
  if (is_sparse()) std::fill(out, out + features_, 0.0);
  put_row(row, out);
}

void feature_matrix::copy_row_at(std::int64_t row, const std::int64_t* features, std::int64_t count,
                                 double* out) const {
  for (std::int64_t k = 0; k < count; ++k) out[k] = value(row, features[k]);
}

void feature_matrix::put_row(std::int64_t row, double* out) const {
  for_each_value(row, [out](std::int64_t feature, double value) { out[feature] = value; });
}

void feature_matrix::erase_row(std::int64_t row, double* out) const {
  if (!is_sparse()) return;
  for_each_value(row, [out](std::int64_t feature, double /*value*/) { out[feature] = 0; });
}

double feature_matrix::value(std::int64_t row, std::int64_t feature) const {
  const std::int64_t stored = row_in_storage(row);
  return std::visit(
      [&](const auto& form) {
        if constexpr (std::is_same_v<std::decay_t<decltype(form)>, sparse_rows>) {
          const auto first = form.features.begin() + form.starts[stored];
          const auto last = form.features.begin() + form.starts[stored + 1];
          const auto found = std::lower_bound(first, last, feature);
          if (found == last || *found != feature) return 0.0;
          return form.values[found - form.features.begin()];
        } else {
          return static_cast<double>(form.values[stored * features_ + feature]);
        }
      },
      *storage_);
}

feature_matrix feature_matrix::subset(const row_list& rows, const progress* report) const {
  feature_matrix result = *this;
  result.rows_ = static_cast<std::int64_t>(rows->size());
  result.stored_rows_ = rows_at(stored_rows_, rows, report);
  return result;
}

std::int64_t feature_matrix::stored_rows() const {
  return std::visit(
      [&](const auto& form) {
        if constexpr (std::is_same_v<std::decay_t<decltype(form)>, sparse_rows>)
          return static_cast<std::int64_t>(form.starts.size()) - 1;
        else
          return static_cast<std::int64_t>(form.values.size()) / features_;
      },
      *storage_);
}

feature_matrix feature_matrix::copy() const {
  feature_matrix result = *this;
  std::vector<std::int64_t> originals(static_cast<std::size_t>(rows_));
  for (std::int64_t i = 0; i < rows_; ++i) originals[i] = original_row(i);
  result.original_rows_ = std::make_shared<const std::vector<std::int64_t>>(std::move(originals));
  result.originals_ = original_rows();
  std::visit(
      [&](const auto& form) {
        result.storage_ = std::make_shared<const storage>(rows_of(*this, form));
      },
      *storage_);
  result.stored_rows_ = nullptr;
  return result;
}

row_list rows_at(const row_list& from, const row_list& chosen, const progress* report) {
  if (from == nullptr) return chosen;
  std::vector<std::int64_t> rows;
  rows.reserve(chosen->size());
  for (const std::int64_t row : *chosen) {
    rows.push_back((*from)[row]);
    if (report != nullptr) report->poll_at(static_cast<std::int64_t>(rows.size()));
  }
  return std::make_shared<const std::vector<std::int64_t>>(std::move(rows));
}

template void check_shape(const strided_matrix<double>&);
template void check_shape(const strided_matrix<float>&);
template bool check_values(const strided_matrix<double>&);
template bool check_values(const strided_matrix<float>&);
template feature_matrix::feature_matrix(const strided_matrix<double>&);
template feature_matrix::feature_matrix(const strided_matrix<float>&);

}  // namespace coppice
