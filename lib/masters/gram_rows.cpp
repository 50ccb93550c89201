#include "masters/gram_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.hpp"

namespace coppice {
namespace {

constexpr double megabytes_a_value = sizeof(double) / 1e6;

}  // namespace

gram_rows::gram_rows(const kernel& by, const feature_matrix& rows, double megabytes,
                     common_gram* common, thread_team& team, const progress& report)
    : by_(by), rows_(rows), megabytes_(megabytes), team_(team), report_(report), common_(common) {
  const double two_rows = 2 * static_cast<double>(size()) * megabytes_a_value;
  if (megabytes < two_rows)
    fail(COPPICE_INVALID_OPTION, "option cache is ", megabytes,
         " megabytes, too small for two rows of the kernel's matrix; expected at least ", two_rows,
         " for ", size(), " rows");
  if (common != nullptr) places_ = common->places_of(by, rows, team, report);
  common_ = places_.empty() ? nullptr : common;
  from_ = common_ != nullptr ? source_in_common() : source_of(every_column(size()));
  slot_of_row_.assign(static_cast<std::size_t>(size()), -1);
  make_room();
}

std::int64_t gram_rows::rows_of_whole() const noexcept {
  const double rows = std::floor(std::sqrt(megabytes_ / megabytes_a_value));
  return static_cast<std::int64_t>(std::min(rows, static_cast<double>(size())));
}

/// For as many rows of these columns as the budget holds, which are never moved until then, as
/// rows() gives their addresses.
void gram_rows::make_room() {
  const double row = static_cast<double>(columns().size()) * megabytes_a_value;
  const double held = std::floor(megabytes_ / row);
  capacity_ = static_cast<std::int64_t>(std::min(held, static_cast<double>(size())));
  slots_.reserve(static_cast<std::size_t>(capacity_));
}

/// Fewer columns than all are not taken from the common matrix.
void gram_rows::take_columns(const std::vector<std::int64_t>& columns) {
  const bool were_common = from_.own == nullptr;
  const bool are_all = static_cast<std::int64_t>(columns.size()) == size();
  if (were_common ? are_all : columns == from_.columns) return;
  column_source taken = source_of(columns);
  try {
    if (were_common || !keep_columns(columns)) forget();
  } catch (...) {
    forget();
    throw;
  }
  from_ = std::move(taken);
  make_room();
}

void gram_rows::forget() noexcept {
  slots_.clear();
  std::fill(slot_of_row_.begin(), slot_of_row_.end(), -1);
}

/// Of every row that is there; false, and nothing done, where there are others among them.
bool gram_rows::keep_columns(const std::vector<std::int64_t>& columns) {
  const std::vector<std::int64_t>& before = from_.columns;
  if (!std::includes(before.begin(), before.end(), columns.begin(), columns.end())) return false;
  std::vector<std::size_t> kept;
  kept.reserve(columns.size());
  for (std::size_t k = 0; k < before.size() && kept.size() < columns.size(); ++k)
    if (before[k] == columns[kept.size()]) kept.push_back(k);
  for (slot& of : slots_) {
    unset_vector<double> values(kept.size());
    for (std::size_t k = 0; k < kept.size(); ++k) values[k] = of.values[kept[k]];
    of.values = std::move(values);
    of.pieces = {of.values.data()};
    report_.poll();
  }
  return true;
}

std::vector<gram_row> gram_rows::rows(const std::vector<std::int64_t>& wanted) {
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
    into.push_back(&free);
  }
  compute(missing, into);
  for (std::size_t k = 0; k < missing.size(); ++k) {
    into[k]->row = missing[k];
    slot_of_row_[missing[k]] = static_cast<std::int32_t>(into[k] - slots_.data());
  }
  std::vector<gram_row> found;
  found.reserve(wanted.size());
  for (const std::int64_t row : wanted) found.push_back(slots_[slot_of_row_[row]].pieces.data());
  return found;
}

gram_rows::slot& gram_rows::free_slot() {
  if (static_cast<std::int64_t>(slots_.size()) < capacity_) return slots_.emplace_back();
  return *std::min_element(slots_.begin(), slots_.end(),
                           [](const slot& a, const slot& b) { return a.asked < b.asked; });
}

gram_rows::column_source gram_rows::source_of(std::vector<std::int64_t> columns) const {
  column_source made;
  made.own = std::make_unique<const kernel_columns>(by_, rows_, columns, report_);
  made.begins = {0, static_cast<std::int64_t>(columns.size())};
  made.columns = std::move(columns);
  return made;
}

/// All columns.
gram_rows::column_source gram_rows::source_in_common() const {
  column_source made;
  const common_gram::column_set all = common_->columns_at(places_);
  for (std::size_t group = 0; group < all.size(); ++group) {
    const common_gram::columns_of_group& of = all[group];
    if (of.from.empty()) continue;
    made.begins.push_back(static_cast<std::int64_t>(made.columns.size()));
    made.columns.insert(made.columns.end(), of.to.begin(), of.to.end());
    made.common.push_back(
        {group, common_->is_whole(group, of.from) ? std::vector<std::int32_t>() : of.from});
  }
  made.begins.push_back(size());
  return made;
}

std::vector<common_gram::place> gram_rows::places_of(const std::vector<std::int64_t>& rows) const {
  std::vector<common_gram::place> found;
  found.reserve(rows.size());
  for (const std::int64_t row : rows) found.push_back(places_[row]);
  return found;
}

void gram_rows::compute(const std::vector<std::int64_t>& missing, const std::vector<slot*>& into) {
  if (from_.own == nullptr) {
    take_from_common(missing, into);
    return;
  }
  std::vector<double*> out;
  out.reserve(into.size());
  for (slot* one : into) {
    one->values.resize(from_.columns.size());
    one->pieces = {one->values.data()};
    out.push_back(one->values.data());
  }
  largest_ = std::max(largest_, from_.own->fill(missing, out, team_, report_));
}

void gram_rows::take_from_common(const std::vector<std::int64_t>& missing,
                                 const std::vector<slot*>& into) {
  const std::vector<common_gram::place> places = places_of(missing);
  for (slot* one : into) one->pieces.clear();
  for (std::size_t p = 0; p < from_.common.size(); ++p) {
    const common_piece& piece = from_.common[p];
    const std::vector<const double*> found =
        common_->values_of(piece.group, places, team_, report_);
    for (std::size_t q = 0; q < into.size(); ++q) {
      largest_ = std::max(largest_, common_->largest_of(piece.group, found[q]));
      into[q]->pieces.push_back(found[q]);
      if (piece.from.empty()) continue;
      into[q]->values.resize(from_.columns.size());
      double* const values = &into[q]->values[from_.begins[p]];
      for (std::size_t c = 0; c < piece.from.size(); ++c) values[c] = found[q][piece.from[c]];
      into[q]->pieces.back() = values;
    }
  }
}

void gram_rows::add_products(const std::vector<std::int64_t>& rows,
                             const std::vector<double>& coefficients,
                             const std::vector<std::int64_t>& columns, std::vector<double>& out) {
  const kernel_columns others(by_, rows_, columns, report_);
  largest_ = std::max(largest_, others.add_products(rows, coefficients, out, team_, report_));
}

}  // namespace coppice
