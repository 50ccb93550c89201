#include "data/binned_rows.hpp"

#include <type_traits>

namespace coppice {
namespace {

/// As many as have a number of 16 bits. (Sums of fewer bins would stay in a faster cache, but to go
/// from row to row takes longer than that saves: measured on MNIST.)
constexpr std::int64_t bins_a_block = std::int64_t{1} << 16;

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

template <class Bin>
void add_rows(const std::vector<std::int64_t>& starts, const std::vector<Bin>& bins,
              const std::vector<row_change>& changes, double* sums) {
  constexpr std::size_t ahead = 4;  // rows to fetch early: they lie far apart
  constexpr std::ptrdiff_t a_line = 64 / sizeof(Bin);
  for (std::size_t k = 0; k < changes.size(); ++k) {
    if (k + ahead < changes.size()) {
      const Bin* const next = bins.data() + starts[changes[k + ahead].row];
      for (std::ptrdiff_t line = 0; line < 4; ++line) __builtin_prefetch(next + line * a_line);
    }
    const auto [row, change] = changes[k];
    for (std::int64_t b = starts[row]; b < starts[row + 1]; ++b) {
      const std::int64_t bin = bins[b];
      sums[bin] += change;
    }
  }
}

}  // namespace

binned_rows::binned_rows(const binned_columns& columns, thread_team& team, const progress& report) {
  const auto count = static_cast<std::int64_t>(columns.columns().size());
  std::int64_t bins = bins_a_block;
  for (std::int64_t c = 0; c < count; ++c) {
    const auto more = static_cast<std::int64_t>(columns.columns()[c].bin_count());
    if (bins + more > bins_a_block) {
      blocks_.push_back({c, c, {}, {}});
      bins = 0;
    }
    bins += more;
    blocks_.back().last_column = c + 1;
  }
  team.run(
      blocks(), [&](std::int64_t block) { fill(blocks_[block], columns, report); },
      [&] { report.poll(); });
}

void binned_rows::fill(column_block& block, const binned_columns& columns, const progress& report) {
  block.starts.assign(static_cast<std::size_t>(columns.rows()) + 1, 0);
  report.poll();
  for (std::int64_t c = block.first_column; c < block.last_column; ++c) {
    for_listed(columns.columns()[c],
               [&](std::int64_t row, std::uint32_t /*bin*/) { ++block.starts[row + 1]; });
    report.poll();
  }
  for (std::int64_t i = 0; i < columns.rows(); ++i) block.starts[i + 1] += block.starts[i];
  report.poll();
  std::int64_t bins = 0;
  for (std::int64_t c = block.first_column; c < block.last_column; ++c)
    bins += static_cast<std::int64_t>(columns.columns()[c].bin_count());
  if (bins > bins_a_block) block.bins = std::vector<std::uint32_t>();
  std::visit(
      [&](auto& list) {
        using bin_type = typename std::decay_t<decltype(list)>::value_type;
        report.resize(list, block.starts.back());
        std::vector<std::int64_t> next(block.starts.begin(), block.starts.end() - 1);
        report.poll();
        std::uint32_t first_bin = 0;
        for (std::int64_t c = block.first_column; c < block.last_column; ++c) {
          const binned_column& column = columns.columns()[c];
          for_listed(column, [&](std::int64_t row, std::uint32_t bin) {
            list[next[row]++] = static_cast<bin_type>(first_bin + bin);
          });
          first_bin += static_cast<std::uint32_t>(column.bin_count());
          report.poll();
        }
      },
      block.bins);
}

void binned_rows::add(std::int64_t block, const std::vector<row_change>& changes,
                      double* sums) const {
  const column_block& of = blocks_[block];
  std::visit([&](const auto& bins) { add_rows(of.starts, bins, changes, sums); }, of.bins);
}

}  // namespace coppice
