#include "masters/column_matrix.hpp"

#include <algorithm>

#include "core/numbers.hpp"

namespace coppice {
namespace {

/// A block of f that stays in the first-level cache while all columns pass over it.
constexpr std::int64_t rows_a_task = 1024;

/// Columns that make a task of a few hundred thousand multiplications.
std::int64_t columns_a_task(std::int64_t rows) {
  return std::max<std::int64_t>(1, 400000 / std::max<std::int64_t>(1, rows));
}

}  // namespace

void column_matrix::append(const float* column) {
  auto copy = std::make_unique<float[]>(static_cast<std::size_t>(rows_));
  std::copy_n(column, rows_, copy.get());
  columns_.push_back(std::move(copy));
}

void column_matrix::multiply(const vector& w, double start, double* f) const {
  team_.run((rows_ + rows_a_task - 1) / rows_a_task,
            [&](std::int64_t task) {
              const std::int64_t first = task * rows_a_task;
              const std::int64_t last = std::min(rows_, first + rows_a_task);
              std::fill(f + first, f + last, start);
              for (std::int64_t j = 0; j < columns(); ++j) {
                const float* h = columns_[j].get();
                const double weight = w[j];
                for (std::int64_t i = first; i < last; ++i)
                  f[i] += static_cast<double>(h[i]) * weight;
              }
            },
            [this] { report_.poll(); });
}

vector column_matrix::correlate(const double* v) const {
  vector result(columns());
  const std::int64_t width = columns_a_task(rows_);
  team_.run((columns() + width - 1) / width,
            [&](std::int64_t task) {
              const std::int64_t last = std::min(columns(), (task + 1) * width);
              for (std::int64_t j = task * width; j < last; ++j)
                result[j] = dot(columns_[j].get(), v, rows_);
            },
            [this] { report_.poll(); });
  return result;
}

matrix column_matrix::gather(const std::vector<std::int64_t>& rows, std::int64_t first,
                             std::int64_t last, bool with_ones) const {
  matrix result(last - first, columns() + (with_ones ? 1 : 0));
  for (std::int64_t j = 0; j < columns(); ++j) {
    const float* h = columns_[j].get();
    for (std::int64_t k = first; k < last; ++k)
      result(k - first, j) = static_cast<double>(h[rows[k]]);
  }
  if (with_ones) result.col(columns()).setOnes();
  return result;
}

}  // namespace coppice
