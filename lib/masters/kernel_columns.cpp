#include "masters/kernel_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/error.hpp"

namespace coppice {
namespace {

constexpr std::int64_t columns_a_task = 256;

using task_values = std::array<double, columns_a_task * rows_together>;

/// The largest magnitude; NaN or infinity where there is one.
double largest_of(const double* values, std::int64_t count) {
  double largest = 0;
  double zero = 0;
  for (std::int64_t k = 0; k < count; ++k) {
    zero += values[k] - values[k];
    largest = std::max(largest, std::abs(values[k]));
  }
  return zero == 0 ? largest : zero;
}

feature_matrix rows_at(const feature_matrix& rows, const std::vector<std::int64_t>& chosen,
                       const progress& report) {
  if (static_cast<std::int64_t>(chosen.size()) == rows.rows()) return rows;
  return rows.subset(std::make_shared<const std::vector<std::int64_t>>(chosen), &report);
}

}  // namespace

std::vector<std::int64_t> every_column(std::int64_t count) {
  std::vector<std::int64_t> columns(static_cast<std::size_t>(count));
  std::iota(columns.begin(), columns.end(), 0);
  return columns;
}

kernel_columns::kernel_columns(const kernel& by, const feature_matrix& rows,
                               std::vector<std::int64_t> columns, thread_team& team,
                               const progress& report)
    : rows_(rows),
      columns_(std::move(columns)),
      points_(by.points_of(by.support_vectors_of(rows_at(rows, columns_, report), report), report)),
      team_(team),
      report_(report) {}

double kernel_columns::compare(const std::int64_t* rows, std::int64_t count,
                               const std::function<void(const kernel_values&)>& each) const {
  const std::int64_t features = rows_.features();
  std::vector<double> x(static_cast<std::size_t>(count * features));
  for (std::int64_t q = 0; q < count; ++q) rows_.copy_row(rows[q], &x[q * features]);
  const row_block block = {x.data(), count, features};
  const std::int64_t places = places_of(block);
  const std::int64_t tasks = (size() + columns_a_task - 1) / columns_a_task;
  std::vector<double> largest(static_cast<std::size_t>(tasks), 0.0);
  (points_->calls_back() ? alone_ : team_)
      .run(
          tasks,
          [&](std::int64_t task) {
            const std::int64_t first = task * columns_a_task;
            const std::int64_t columns = std::min(columns_a_task, size() - first);
            task_values values{};
            points_->compare(block, first, columns, values.data());
            each({values.data(), places, first, columns});
            largest[task] = largest_of(values.data(), columns * places);
          },
          [this] { report_.poll(); });
  double all = 0;
  for (std::int64_t task = 0; task < tasks; ++task) {
    if (!std::isfinite(largest[task])) refuse(block, rows, task * columns_a_task);
    all = std::max(all, largest[task]);
  }
  return all;
}

/// Names the first value from that column on that is not finite.
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
  fail(COPPICE_INVALID_DATA, "the kernel of rows ", rows[at % places], " and ",
       columns_[first + at / places], " is ", values[static_cast<std::size_t>(at)],
       "; expected features on a scale for which it is finite");
}

double kernel_columns::add_products(const std::vector<std::int64_t>& rows,
                                    const std::vector<double>& coefficients,
                                    std::vector<double>& out) const {
  double largest = 0;
  const auto count = static_cast<std::int64_t>(rows.size());
  for (std::int64_t from = 0; from < count; from += rows_together) {
    const std::int64_t more = std::min(rows_together, count - from);
    const double* const by = &coefficients[from];
    largest = std::max(largest, compare(&rows[from], more, [&](const kernel_values& of) {
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
