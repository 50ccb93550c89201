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

/// The columns of a task are compared with so many times `rows_together` rows while they are in the
/// processor's cache.
constexpr std::int64_t parts_a_pass(std::int64_t features) {
  return features > wide_rows ? 1 : 4;
}

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

template <class Each>
double kernel_columns::compare(const std::vector<std::int64_t>& rows, thread_team& team,
                               const progress& report, const Each& each) const {
  const auto count = static_cast<std::int64_t>(rows.size());
  const std::int64_t tasks = (size() + columns_a_task - 1) / columns_a_task;
  const auto rows_of_part = [&](std::int64_t from) {
    return std::min(rows_together, count - from);
  };
  const std::int64_t rows_a_pass = parts_a_pass(rows_.features()) * rows_together;
  std::vector<std::unique_ptr<const ready_rows>> ready;
  std::vector<double> largest;
  thread_team alone(1);
  double all = 0;
  for (std::int64_t from = 0; from < count; from += rows_a_pass) {
    const std::int64_t to = std::min(from + rows_a_pass, count);
    ready.clear();
    for (std::int64_t row = from; row < to; row += rows_together)
      ready.push_back(points_->ready(few_rows(rows_, &rows[row], rows_of_part(row))));
    const auto parts = static_cast<std::int64_t>(ready.size());
    largest.assign(static_cast<std::size_t>(tasks * parts), 0.0);
    const auto compare_columns = [&](std::int64_t task) {
      const std::int64_t first = task * columns_a_task;
      const std::int64_t columns = std::min(columns_a_task, size() - first);
      task_values values;
      for (std::int64_t part = 0; part < parts; ++part) {
        const std::int64_t row = from + part * rows_together;
        const std::int64_t places = places_of_rows(rows_of_part(row));
        ready[part]->compare(first, columns, values.data());
        each({values.data(), row, rows_of_part(row), places, first, columns});
        largest[part * tasks + task] = largest_magnitude(values.data(), columns * places);
      }
    };
    (points_->calls_back() ? alone : team).run(tasks, compare_columns, [&report] {
      report.poll();
    });
    for (std::int64_t k = 0; k < tasks * parts; ++k) {
      const std::int64_t row = from + k / tasks * rows_together;
      if (!std::isfinite(largest[k]))
        refuse(&rows[row], rows_of_part(row), k % tasks * columns_a_task);
      all = std::max(all, largest[k]);
    }
  }
  return all;
}

/// Names the first value from that column on that is not finite. These rows may be some of a
/// dataset's, and a caller knows them by their numbers there.
void kernel_columns::refuse(const std::int64_t* rows, std::int64_t count,
                            std::int64_t first) const {
  const std::int64_t columns = std::min(columns_a_task, size() - first);
  const std::int64_t places = places_of_rows(count);
  task_values values{};
  points_->ready(few_rows(rows_, rows, count))->compare(first, columns, values.data());
  std::int64_t at = 0;
  while (at + 1 < columns * places &&
         (at % places >= count || std::isfinite(values[static_cast<std::size_t>(at)])))
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
  return compare(rows, team, report, [&](const kernel_values& of) {
    for (std::int64_t q = 0; q < of.rows; ++q) {
      double* const to = out[of.row + q] + of.first;
      for (std::int64_t k = 0; k < of.count; ++k) to[k] = of.values[k * of.places + q];
    }
  });
}

double kernel_columns::add_products(const std::vector<std::int64_t>& rows,
                                    const std::vector<double>& coefficients,
                                    std::vector<double>& out, thread_team& team,
                                    const progress& report) const {
  return compare(rows, team, report, [&](const kernel_values& of) {
    const double* const by = &coefficients[of.row];
    for (std::int64_t k = 0; k < of.count; ++k) {
      const double* const values = of.values + k * of.places;
      double sum = 0;
      for (std::int64_t q = 0; q < of.rows; ++q) sum += by[q] * values[q];
      out[of.first + k] += sum;
    }
  });
}

}  // namespace coppice
