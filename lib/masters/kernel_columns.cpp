#include "masters/kernel_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/error.hpp"
#include "core/lane_sum.hpp"

namespace coppice {
namespace {

constexpr std::int64_t columns_a_task = 256;

using task_values = std::array<double, columns_a_task * rows_together>;

feature_matrix rows_at(const feature_matrix& rows, const std::vector<std::int64_t>& chosen,
                       const progress& report) {
  if (static_cast<std::int64_t>(chosen.size()) == rows.rows()) return rows;
  return rows.subset(std::make_shared<const std::vector<std::int64_t>>(chosen), &report);
}

}  // namespace

double largest_magnitude(const double* values, std::int64_t count) {
  std::array<double, lane_sum::lanes> largest{};
  lane_sum zeros;
  in_lanes(0, count, [&](std::int64_t k, std::int64_t lane) {
    const double magnitude = std::abs(values[k]);
    largest[lane] = magnitude > largest[lane] ? magnitude : largest[lane];
    zeros.add(lane, values[k] - values[k]);
  });
  return *std::max_element(largest.begin(), largest.end()) + zeros.total();
}

std::vector<std::int64_t> every_column(std::int64_t count) {
  std::vector<std::int64_t> columns(static_cast<std::size_t>(count));
  std::iota(columns.begin(), columns.end(), 0);
  return columns;
}

kernel_columns::kernel_columns(const kernel& by, const feature_matrix& rows,
                               std::vector<std::int64_t> columns, const progress& report)
    : rows_(rows),
      columns_(std::move(columns)),
      points_(
          by.points_of(by.support_vectors_of(rows_at(rows, columns_, report), report), report)) {}

double kernel_columns::compare(const std::int64_t* rows, std::int64_t count, thread_team& team,
                               const progress& report,
                               const std::function<void(const kernel_values&)>& each) const {
  const std::int64_t features = rows_.features();
  std::vector<double> x(static_cast<std::size_t>(count * features));
  for (std::int64_t q = 0; q < count; ++q) rows_.copy_row(rows[q], &x[q * features]);
  const row_block block = {x.data(), count, features};
  const std::int64_t places = places_of(block);
  const std::int64_t tasks = (size() + columns_a_task - 1) / columns_a_task;
  std::vector<double> largest(static_cast<std::size_t>(tasks), 0.0);
  thread_team alone(1);
  (points_->calls_back() ? alone : team)
      .run(
          tasks,
          [&](std::int64_t task) {
            const std::int64_t first = task * columns_a_task;
            const std::int64_t columns = std::min(columns_a_task, size() - first);
            task_values values;
            points_->compare(block, first, columns, values.data());
            each({values.data(), places, first, columns});
            largest[task] = largest_magnitude(values.data(), columns * places);
          },
          [&report] { report.poll(); });
  double all = 0;
  for (std::int64_t task = 0; task < tasks; ++task) {
    if (!std::isfinite(largest[task])) refuse(block, rows, task * columns_a_task);
    all = std::max(all, largest[task]);
  }
  return all;
}

/// Names the first value from that column on that is not finite. These rows may be some of a
/// dataset's, and a caller knows them by their numbers there.
void kernel_columns::refuse(const row_block& x, const std::int64_t* rows,
                            std::int64_t first) const {
  const std::int64_t columns = std::min(columns_a_task, size() - first);
  const std::int64_t places = places_of(x);
  task_values values{};
  points_->compare(x, first, columns, values.data());
  std::int64_t at = 0;
  while (at + 1 < columns * places &&
         (at % places >= x.rows || std::isfinite(values[static_cast<std::size_t>(at)])))
    ++at;
  const std::int64_t row = rows[at % places];
  const std::int64_t column = columns_[first + at / places];
  const std::int64_t original_row = rows_.original_row(row);
  const std::int64_t original_column = rows_.original_row(column);
  const bool renumbered = original_row != row || original_column != column;
  fail(COPPICE_INVALID_DATA, "the kernel of rows ", original_row, " and ", original_column,
       renumbered ? " of the whole dataset" : "", " is ", values[static_cast<std::size_t>(at)],
       "; expected features on a scale for which it is finite");
}

double kernel_columns::fill(const std::vector<std::int64_t>& rows, const std::vector<double*>& out,
                            thread_team& team, const progress& report) const {
  double largest = 0;
  const auto count = static_cast<std::int64_t>(rows.size());
  for (std::int64_t first = 0; first < count; first += rows_together) {
    const std::int64_t together = std::min(rows_together, count - first);
    const double of_these =
        compare(&rows[first], together, team, report, [&](const kernel_values& of) {
          for (std::int64_t q = 0; q < together; ++q) {
            double* const to = out[first + q] + of.first;
            for (std::int64_t k = 0; k < of.count; ++k) to[k] = of.values[k * of.places + q];
          }
        });
    largest = std::max(largest, of_these);
  }
  return largest;
}

double kernel_columns::add_products(const std::vector<std::int64_t>& rows,
                                    const std::vector<double>& coefficients,
                                    std::vector<double>& out, thread_team& team,
                                    const progress& report) const {
  double largest = 0;
  const auto count = static_cast<std::int64_t>(rows.size());
  for (std::int64_t from = 0; from < count; from += rows_together) {
    const std::int64_t more = std::min(rows_together, count - from);
    const double* const by = &coefficients[from];
    largest =
        std::max(largest, compare(&rows[from], more, team, report, [&](const kernel_values& of) {
                   for (std::int64_t k = 0; k < of.count; ++k) {
                     const double* const values = of.values + k * of.places;
                     double sum = 0;
                     for (std::int64_t q = 0; q < more; ++q) sum += by[q] * values[q];
                     out[of.first + k] += sum;
                   }
                 }));
  }
  return largest;
}

}  // namespace coppice
