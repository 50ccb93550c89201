#include "masters/kernel_column.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

namespace coppice {
namespace {

/// Rows that are laid out at a time, so that a copy of them is small. Dense ones have at most so
/// many values.
constexpr std::int64_t rows_at_a_time = 1024;
constexpr std::int64_t values_at_a_time = std::int64_t{1} << 17;

using row_numbers = std::vector<std::int64_t>;

/// Of the rows at these places.
std::vector<double> column_of(const kernel& by, const feature_matrix& rows,
                              const row_numbers& places, std::int64_t with,
                              const progress& report) {
  std::vector<double> row(static_cast<std::size_t>(rows.features()));
  rows.copy_row(with, row.data());
  const few_rows one({row.data(), 1, rows.features()});
  std::vector<double> column(places.size());
  const std::int64_t most =
      rows.is_sparse()
          ? rows_at_a_time
          : std::clamp<std::int64_t>(values_at_a_time / rows.features(), 1, rows_at_a_time);
  report.in_pieces(
      static_cast<std::int64_t>(places.size()), most, [&](std::int64_t first, std::int64_t count) {
        const auto block = std::make_shared<const row_numbers>(places.begin() + first,
                                                               places.begin() + first + count);
        by.points_of(rows.subset(block), report)->compare(one, 0, count, &column[first]);
      });
  return column;
}

}  // namespace

std::vector<double> kernel_column(const kernel& by, const feature_matrix& rows, std::int64_t with,
                                  const progress& report) {
  row_numbers places(static_cast<std::size_t>(rows.rows()));
  std::iota(places.begin(), places.end(), 0);
  return column_of(by, rows, places, with, report);
}

double kernel_sum(const kernel& by, const feature_matrix& rows, const std::vector<double>& u,
                  std::int64_t with, const progress& report) {
  row_numbers places;
  std::vector<double> factors;
  for (std::size_t i = 0; i < u.size(); ++i) {
    report.poll_at(static_cast<std::int64_t>(i));
    if (u[i] == 0) continue;
    places.push_back(static_cast<std::int64_t>(i));
    factors.push_back(u[i]);
  }
  const std::vector<double> column = column_of(by, rows, places, with, report);
  return std::inner_product(column.begin(), column.end(), factors.begin(), 0.0);
}

}  // namespace coppice
