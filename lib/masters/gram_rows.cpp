#include "masters/gram_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.hpp"

namespace coppice {
namespace {

constexpr std::int64_t points_a_task = 256;

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

}  // namespace

gram_rows::gram_rows(const kernel_points& points, const feature_matrix& rows, double megabytes,
                     thread_team& team, const progress& report)
    : points_(points), rows_(rows), team_(team), report_(report), size_(rows.rows()) {
  const double row_megabytes = static_cast<double>(size_) * sizeof(double) / 1e6;
  const double held = std::floor(megabytes / row_megabytes);
  if (held < 2)
    fail(COPPICE_INVALID_OPTION, "option cache is ", megabytes,
         " megabytes, too small for two rows of the kernel's matrix; expected at least ",
         2 * row_megabytes, " for ", size_, " rows");
  capacity_ = static_cast<std::int64_t>(std::min(held, static_cast<double>(size_)));
  slot_of_row_.assign(static_cast<std::size_t>(size_), -1);
  // Not more than capacity_, and never moved, as rows() gives their addresses.
  slots_.reserve(static_cast<std::size_t>(capacity_));
}

std::vector<const double*> gram_rows::rows(const std::vector<std::int64_t>& wanted) {
  ++clock_;
  std::vector<std::int64_t> missing;
  for (const std::int64_t row : wanted) {
    if (slot_of_row_[row] < 0)
      missing.push_back(row);
    else
      slots_[slot_of_row_[row]].asked = clock_;
  }
  std::vector<slot*> into;
  while (into.size() < missing.size()) {
    slot& free = free_slot();
    if (free.row >= 0) slot_of_row_[free.row] = -1;
    free.row = -1;
    free.asked = clock_;
    free.values.resize(static_cast<std::size_t>(size_));
    into.push_back(&free);
  }
  compute(missing, into);
  for (std::size_t k = 0; k < missing.size(); ++k) {
    into[k]->row = missing[k];
    slot_of_row_[missing[k]] = static_cast<std::int32_t>(into[k] - slots_.data());
  }
  std::vector<const double*> found;
  found.reserve(wanted.size());
  for (const std::int64_t row : wanted) found.push_back(slots_[slot_of_row_[row]].values.data());
  return found;
}

gram_rows::slot& gram_rows::free_slot() {
  if (static_cast<std::int64_t>(slots_.size()) < capacity_) return slots_.emplace_back();
  return *std::min_element(slots_.begin(), slots_.end(),
                           [](const slot& a, const slot& b) { return a.asked < b.asked; });
}

void gram_rows::compute(const std::vector<std::int64_t>& missing, const std::vector<slot*>& into) {
  const auto count = static_cast<std::int64_t>(missing.size());
  for (std::int64_t first = 0; first < count; first += rows_together)
    compute_together(&missing[first], &into[first], std::min(rows_together, count - first));
}

void gram_rows::compute_together(const std::int64_t* missing, slot* const* into,
                                 std::int64_t count) {
  const std::int64_t features = rows_.features();
  std::vector<double> x(static_cast<std::size_t>(count * features));
  for (std::int64_t q = 0; q < count; ++q) rows_.copy_row(missing[q], &x[q * features]);
  const row_block block = {x.data(), count, features};
  const std::int64_t places = places_of(block);
  const std::int64_t tasks = (size_ + points_a_task - 1) / points_a_task;
  std::vector<double> largest(static_cast<std::size_t>(tasks), 0.0);
  (points_.calls_back() ? alone_ : team_)
      .run(
          tasks,
          [&](std::int64_t task) {
            const std::int64_t first = task * points_a_task;
            const std::int64_t points = std::min(points_a_task, size_ - first);
            std::array<double, points_a_task * rows_together> values{};
            points_.compare(block, first, points, values.data());
            for (std::int64_t q = 0; q < count; ++q) {
              double* out = &into[q]->values[first];
              for (std::int64_t j = 0; j < points; ++j) out[j] = values[j * places + q];
            }
            largest[task] = largest_of(values.data(), points * places);
          },
          [this] { report_.poll(); });
  for (std::int64_t task = 0; task < tasks; ++task) {
    if (std::isfinite(largest[task]))
      largest_ = std::max(largest_, largest[task]);
    else
      refuse(missing, into, count);
  }
}

/// Names the first value that is not finite.
void gram_rows::refuse(const std::int64_t* missing, slot* const* into, std::int64_t count) const {
  for (std::int64_t q = 0; q < count; ++q)
    for (std::int64_t j = 0; j < size_; ++j)
      if (!std::isfinite(into[q]->values[j]))
        fail(COPPICE_INVALID_DATA, "the kernel of rows ", missing[q], " and ", j, " is ",
             into[q]->values[j], "; expected features on a scale for which it is finite");
}

}  // namespace coppice
