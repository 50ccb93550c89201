#include "data/binned_rows.hpp"

namespace coppice {
namespace {

/// Calls each(row, bin) for the listed rows of a column.
template <class Each>
void for_listed(const binned_column& column, const Each& each) {
  std::visit(
      [&](const auto& bins) {
        for (std::size_t k = 0; k < bins.size(); ++k)
          each(column.lists_every_row ? static_cast<std::int64_t>(k)
                                      : static_cast<std::int64_t>(column.rows[k]),
               static_cast<std::uint32_t>(bins[k]));
      },
      column.bins);
}

}  // namespace

binned_rows::binned_rows(const binned_columns& columns, const progress& report)
    : starts_(static_cast<std::size_t>(columns.rows()) + 1, 0) {
  for (const binned_column& column : columns.columns()) {
    for_listed(column, [&](std::int64_t row, std::uint32_t /*bin*/) { ++starts_[row + 1]; });
    report.poll();
  }
  for (std::int64_t i = 0; i < columns.rows(); ++i) starts_[i + 1] += starts_[i];
  bins_.resize(static_cast<std::size_t>(starts_.back()));
  std::vector<std::int64_t> next(starts_.begin(), starts_.end() - 1);
  std::uint32_t first_bin = 0;
  for (const binned_column& column : columns.columns()) {
    for_listed(column,
               [&](std::int64_t row, std::uint32_t bin) { bins_[next[row]++] = first_bin + bin; });
    first_bin += static_cast<std::uint32_t>(column.cuts.size()) + 1;
    report.poll();
  }
}

}  // namespace coppice
