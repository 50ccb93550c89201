#include "data/binned_rows.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <type_traits>

namespace coppice {
namespace {

/// As many as have a number of 16 bits. (Sums of fewer bins would stay in a faster cache, but to go
/// from row to row takes longer than that saves: measured on MNIST.)
constexpr std::int64_t bins_a_block = std::int64_t{1} << 16;

/// But no fewer columns than these, as far as four threads have a block each: of one column there
/// is more to read of where a row's bins are than there are bins. (A fit to 64,000 x 100 numbers,
/// which had blocks of one column, takes 0.88 of the time; four columns or sixteen gain less.)
constexpr std::int64_t columns_a_block = 8;
constexpr std::int64_t most_numbered = std::numeric_limits<std::uint32_t>::max();  // bins

/// Calls each(row, bin) for the rows of each column, but for those in its common bin. Bins are
/// those of the columns from `first` to before `last`, one column after another.
template <class Each>
void for_listed(const binned_columns& columns, std::int64_t first, std::int64_t last,
                const progress& report, const Each& each) {
  std::uint32_t first_bin = 0;
  for (std::int64_t c = first; c < last; ++c) {
    const binned_column& column = columns.columns()[c];
    const auto of_column = [&](const auto& bins) {
      report.in_pieces(static_cast<std::int64_t>(bins.size()), progress::rows_a_poll,
                       [&](std::int64_t from, std::int64_t some) {
                         for (std::int64_t k = from; k < from + some; ++k) {
                           if (column.lists_every_row && bins[k] == column.common_bin) continue;
                           const std::int64_t row =
                               column.lists_every_row ? k : std::int64_t{column.rows[k]};
                           each(row, first_bin + bins[k]);
                         }
                       });
    };
    std::visit(of_column, column.bins);
    first_bin += static_cast<std::uint32_t>(column.bin_count());
  }
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
  std::int64_t all = 0;
  for (const binned_column& column : columns.columns())
    all += static_cast<std::int64_t>(column.bin_count());
  // Where there are several blocks, two or four threads are to have as many each. A block may take
  // a column of 256 bins more than its share, or the last columns would be one more.
  const std::int64_t blocks_wanted = (all + 4 * bins_a_block - 1) / (4 * bins_a_block) * 4;
  const std::int64_t most =
      all <= bins_a_block ? bins_a_block : std::min(bins_a_block, all / blocks_wanted + 256);
  const std::int64_t least = std::min(columns_a_block, (count + 3) / 4);  // columns
  std::int64_t bins = 0;
  for (std::int64_t c = 0; c < count; ++c) {
    const auto more = static_cast<std::int64_t>(columns.columns()[c].bin_count());
    const bool is_wide = c > 0 && c - blocks_.back().first_column >= least;
    if (c == 0 || bins + more > (is_wide ? most : most_numbered)) {
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
  report.resize(block.starts, columns.rows() + 1);
  for_listed(columns, block.first_column, block.last_column, report,
             [&](std::int64_t row, std::uint32_t /*bin*/) { ++block.starts[row + 1]; });
  std::partial_sum(block.starts.begin(), block.starts.end(), block.starts.begin());
  std::int64_t bins = 0;
  for (std::int64_t c = block.first_column; c < block.last_column; ++c)
    bins += static_cast<std::int64_t>(columns.columns()[c].bin_count());
  if (bins > bins_a_block) block.bins = std::vector<std::uint32_t>();
  std::visit(
      [&](auto& list) {
        using bin_type = typename std::decay_t<decltype(list)>::value_type;
        report.resize(list, block.starts.back());
        std::vector<std::int64_t> next = block.starts;
        for_listed(columns, block.first_column, block.last_column, report,
                   [&](std::int64_t row, std::uint32_t bin) {
                     list[next[row]++] = static_cast<bin_type>(bin);
                   });
      },
      block.bins);
}

void binned_rows::add(std::int64_t block, const std::vector<row_change>& changes,
                      double* sums) const {
  const column_block& of = blocks_[block];
  std::visit([&](const auto& bins) { add_rows(of.starts, bins, changes, sums); }, of.bins);
}

}  // namespace coppice
