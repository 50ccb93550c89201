#include "data/binned_rows.hpp"

#include <algorithm>
#include <type_traits>

namespace coppice {
namespace {

/// As many as have a number of 16 bits. (Sums of fewer bins would stay in a faster cache, but to go
/// from row to row takes longer than that saves: measured on MNIST.)
constexpr std::int64_t bins_a_block = std::int64_t{1} << 16;

/// Rows whose lists are written at once: what is written of them stays in the cache while all
/// columns pass over them (60,000 rows of MNIST: 0.7 of the time).
constexpr std::int64_t rows_at_once = 2048;

/// The rows of some columns, but for those in the common bin, some at a time.
class listed_bins {
 public:
  listed_bins(const binned_columns& columns, std::int64_t first_column, std::int64_t last_column)
      : columns_(&columns.columns()[first_column]),
        places_(static_cast<std::size_t>(last_column - first_column), 0) {}

  /// Calls each(row, bin) for the rows before `end` that were not before the last one's, column
  /// after column. Bins are those of the columns one after another.
  template <class Each>
  void go_on(std::int64_t end, const progress& report, const Each& each) {
    std::uint32_t first_bin = 0;
    report.in_pieces(static_cast<std::int64_t>(places_.size()), columns_a_poll,
                     [&](std::int64_t first, std::int64_t some) {
                       for (std::int64_t c = first; c < first + some; ++c) {
                         const auto of_column = [&](std::int64_t row, auto bin) {
                           each(row, first_bin + static_cast<std::uint32_t>(bin));
                         };
                         places_[c] = go_on_in(columns_[c], places_[c], end, of_column);
                         first_bin += static_cast<std::uint32_t>(columns_[c].bin_count());
                       }
                     });
  }

 private:
  static constexpr std::int64_t columns_a_poll = 1024;

  template <class Each>
  static std::int64_t go_on_in(const binned_column& column, std::int64_t place, std::int64_t end,
                               const Each& each) {
    const std::uint32_t* const rows = column.rows.data();
    const auto listed = static_cast<std::int64_t>(column.rows.size());
    const std::uint32_t common_bin = column.common_bin;
    std::visit(
        [&](const auto& of_column) {
          const auto* const bins = of_column.data();
          if (column.lists_every_row) {
            for (; place < end; ++place)
              if (bins[place] != common_bin) each(place, bins[place]);
          } else {
            for (; place < listed && rows[place] < end; ++place) each(rows[place], bins[place]);
          }
        },
        column.bins);
    return place;
  }

  const binned_column* columns_;
  std::vector<std::int64_t> places_;  // of each column, in its lists
};

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
  std::int64_t bins = bins_a_block;
  for (std::int64_t c = 0; c < count; ++c) {
    const auto more = static_cast<std::int64_t>(columns.columns()[c].bin_count());
    if (bins + more > most) {
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
  const std::int64_t rows = columns.rows();
  report.resize(block.starts, rows + 1);
  listed_bins counted(columns, block.first_column, block.last_column);
  for (std::int64_t first = 0; first < rows; first += rows_at_once) {
    const std::int64_t end = std::min(rows, first + rows_at_once);
    counted.go_on(end, report,
                  [&](std::int64_t row, std::uint32_t /*bin*/) { ++block.starts[row + 1]; });
    for (std::int64_t i = first; i < end; ++i) block.starts[i + 1] += block.starts[i];
  }
  std::int64_t bins = 0;
  for (std::int64_t c = block.first_column; c < block.last_column; ++c)
    bins += static_cast<std::int64_t>(columns.columns()[c].bin_count());
  if (bins > bins_a_block) block.bins = std::vector<std::uint32_t>();
  std::visit(
      [&](auto& list) {
        using bin_type = typename std::decay_t<decltype(list)>::value_type;
        report.resize(list, block.starts.back());
        listed_bins listed(columns, block.first_column, block.last_column);
        for (std::int64_t first = 0; first < rows; first += rows_at_once) {
          const std::int64_t end = std::min(rows, first + rows_at_once);
          std::vector<std::int64_t> next(&block.starts[first], &block.starts[end]);
          listed.go_on(end, report, [&](std::int64_t row, std::uint32_t bin) {
            list[next[row - first]++] = static_cast<bin_type>(bin);
          });
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
