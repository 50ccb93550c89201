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

}  // namespace

std::vector<double> kernel_column(const kernel& by, const feature_matrix& rows, std::int64_t with,
                                  const progress& report) {
  std::vector<double> row(static_cast<std::size_t>(rows.features()));
  rows.copy_row(with, row.data());
  const few_rows one({row.data(), 1, rows.features()});
  std::vector<double> column(static_cast<std::size_t>(rows.rows()));
  const std::int64_t most =
      rows.is_sparse()
          ? rows_at_a_time
          : std::clamp<std::int64_t>(values_at_a_time / rows.features(), 1, rows_at_a_time);
  for (std::int64_t first = 0; first < rows.rows(); first += most) {
    const std::int64_t count = std::min(most, rows.rows() - first);
    std::vector<std::int64_t> places(static_cast<std::size_t>(count));
    std::iota(places.begin(), places.end(), first);
    const auto block = std::make_shared<const std::vector<std::int64_t>>(std::move(places));
    by.points_of(rows.subset(block), report)->compare(one, 0, count, &column[first]);
    report.poll();
  }
  return column;
}

}  // namespace coppice
