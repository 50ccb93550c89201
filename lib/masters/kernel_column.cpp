#include "masters/kernel_column.hpp"

#include <memory>

namespace coppice {

std::vector<double> kernel_column(const kernel& by, const feature_matrix& rows, std::int64_t with,
                                  const progress& report) {
  const auto one = std::make_shared<const std::vector<std::int64_t>>(1, with);
  const auto point = by.points_of(rows.subset(one), report);
  std::vector<double> column(static_cast<std::size_t>(rows.rows()));
  std::vector<double> row(static_cast<std::size_t>(rows.features()));
  for (std::int64_t i = 0; i < rows.rows(); ++i) {
    rows.copy_row(i, row.data());
    point->compare(few_rows({row.data(), 1, rows.features()}), 0, 1, &column[i]);
    report.poll_at(i);
  }
  return column;
}

}  // namespace coppice
