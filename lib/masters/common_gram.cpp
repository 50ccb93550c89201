#include "masters/common_gram.hpp"

#include <algorithm>
#include <utility>

namespace coppice {

bool common_gram::fits(std::int64_t rows, std::int64_t groups, double megabytes) {
  const auto count = static_cast<double>(rows);
  return count * (count * sizeof(double) + static_cast<double>(groups) * sizeof(part)) <=
         1e6 * megabytes;
}

common_gram::common_gram(feature_matrix rows, std::vector<std::int32_t> group_of_row,
                         kernel_maker make_kernel)
    : rows_(std::move(rows)),
      group_of_row_(std::move(group_of_row)),
      make_kernel_(std::move(make_kernel)) {}

bool common_gram::has_values_of(const kernel& by, thread_team& team, const progress& report) {
  if (kernel_ == nullptr && by.compares_alike(by)) kernel_ = make_kernel_(team, report);
  return kernel_ != nullptr && by.compares_alike(*kernel_);
}

void common_gram::find_places(const progress& report) {
  std::vector<std::int32_t> stored(static_cast<std::size_t>(rows_.stored_rows()), left_out);
  std::vector<std::vector<std::int64_t>> members;
  std::vector<place> places;
  for (std::int64_t i = 0; i < rows_.rows(); ++i) {
    report.poll_at(i);
    const auto row = static_cast<std::int32_t>(i);
    const std::int32_t group = group_of_row_[i];
    if (group == left_out) {
      places.push_back({row, left_out, left_out});
      continue;
    }
    members.resize(std::max(members.size(), static_cast<std::size_t>(group) + 1));
    places.push_back({row, group, static_cast<std::int32_t>(members[group].size())});
    members[group].push_back(i);
    stored[rows_.row_in_storage(i)] = row;
  }
  std::vector<kernel_columns> groups;
  groups.reserve(members.size());
  for (std::vector<std::int64_t>& group : members)
    groups.emplace_back(*kernel_, rows_, std::move(group), report);
  parts_ = std::make_unique<part[]>(places.size() * groups.size());
  row_stored_ = std::move(stored);
  groups_ = std::move(groups);
  places_ = std::move(places);
}

std::vector<common_gram::place> common_gram::places_of(const kernel& by, const feature_matrix& rows,
                                                       thread_team& team, const progress& report) {
  const std::lock_guard<std::mutex> alone(mutex_);
  if (!rows.shares_values_of(rows_) || !has_values_of(by, team, report)) return {};
  if (places_.empty()) find_places(report);
  std::vector<place> found;
  found.reserve(static_cast<std::size_t>(rows.rows()));
  for (std::int64_t i = 0; i < rows.rows(); ++i) {
    const std::int32_t row = row_stored_[rows.row_in_storage(i)];
    if (row == left_out) return {};
    found.push_back(places_[row]);
  }
  return found;
}

void common_gram::columns_of_group::add(double by, const double* values, double* sums) const {
  const std::size_t count = from.size();
  if (are_in_order)
    for (std::size_t c = 0; c < count; ++c) sums[c] += by * values[c];
  else
    for (std::size_t c = 0; c < count; ++c) sums[to[c]] += by * values[from[c]];
}

common_gram::column_set common_gram::columns_at(const std::vector<place>& places) const {
  column_set columns(groups_.size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    columns[places[k].group].from.push_back(places[k].column);
    columns[places[k].group].to.push_back(static_cast<std::int32_t>(k));
  }
  const std::vector<std::int64_t> in_order = every_column(static_cast<std::int64_t>(places.size()));
  for (columns_of_group& of : columns)
    of.are_in_order = of.to.size() == places.size() &&
                      std::equal(of.from.begin(), of.from.end(), in_order.begin());
  return columns;
}

bool common_gram::is_whole(std::size_t group, const std::vector<std::int32_t>& columns) const {
  if (static_cast<std::int64_t>(columns.size()) != groups_[group].size()) return false;
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (columns[c] != static_cast<std::int32_t>(c)) return false;
  return true;
}

std::vector<const double*> common_gram::values_of(std::size_t group, const std::vector<place>& rows,
                                                  thread_team& team, const progress& report) {
  std::vector<const double*> found;
  std::vector<std::size_t> missing;
  std::vector<std::int64_t> missing_rows;
  for (std::size_t q = 0; q < rows.size(); ++q) {
    found.push_back(part_of(rows[q].row, group).load(std::memory_order_acquire));
    if (found.back() != nullptr) continue;
    missing.push_back(q);
    missing_rows.push_back(rows[q].row);
  }
  const std::int64_t size = groups_[group].size();
  std::vector<double*> into;
  for (std::size_t k = 0; k < missing.size(); ++k)
    into.push_back(values_.take(static_cast<std::size_t>(size) + 1));
  groups_[group].fill(missing_rows, into, team, report);
  for (std::size_t k = 0; k < missing.size(); ++k) {
    into[k][size] = largest_magnitude(into[k], size);
    found[missing[k]] = into[k];
    const double* none = nullptr;
    part_of(missing_rows[k], group)
        .compare_exchange_strong(none, into[k], std::memory_order_release);
  }
  return found;
}

void common_gram::add_products(const std::vector<place>& rows,
                               const std::vector<double>& coefficients, const column_set& columns,
                               std::int64_t scores, std::vector<double>& out, thread_team& team,
                               const progress& report) {
  const std::int64_t count = static_cast<std::int64_t>(out.size()) / scores;
  std::vector<double> sums(out.size());  // score after score
  for (std::int64_t k = 0; k < count; ++k)
    for (std::int64_t s = 0; s < scores; ++s) sums[s * count + k] = out[k * scores + s];
  for (std::size_t group = 0; group < columns.size(); ++group) {
    if (columns[group].from.empty()) continue;
    const std::vector<const double*> found = values_of(group, rows, team, report);
    const double* by = coefficients.data();
    for (const double* const values : found) {
      for (std::int64_t s = 0; s < scores; ++s, ++by)
        if (*by != 0) columns[group].add(*by, values, &sums[s * count]);
      report.poll();
    }
  }
  for (std::int64_t k = 0; k < count; ++k)
    for (std::int64_t s = 0; s < scores; ++s) out[k * scores + s] = sums[s * count + k];
}

}  // namespace coppice
