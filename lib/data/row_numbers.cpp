#include "data/row_numbers.hpp"

#include <algorithm>
#include <variant>

namespace coppice {
namespace {

/// A block of eight numbers a row is 256 kB, which leaves room for sums in a cache of 512 kB. On
/// 60,000 rows of MNIST in ten classes a histogram of all columns takes two thirds of the time of
/// ten of one number each; without blocks, nine tenths.
constexpr std::int64_t rows_a_block = 4096;
constexpr std::int64_t columns_a_block = 8;

/// The width of the group that begins when so many scores are left.
constexpr std::int64_t width_of_group(std::int64_t left) {
  return left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
}

/// Sums of a bin: of each number in as many lanes as there is room for, as rows of one bin often
/// follow one another and an addition must wait for the last to its place.
constexpr std::int64_t sums_a_bin = 8;

/// Adds u[i * width + s] of the listed rows first <= k < last to a lane of sum s of their bins.
template <std::int64_t width>
void add_rows(const binned_column& column, const double* u, std::int64_t first, std::int64_t last,
              double* side) {
  const auto add = [=](const auto& bins, const auto& row_of) {
    for (std::int64_t k = first; k < last; ++k) {
      double* const to = side + sums_a_bin * bins[k] + (k * width & (sums_a_bin - 1));
      const double* const from = u + width * row_of(k);
      for (std::int64_t s = 0; s < width; ++s) to[s] += from[s];
    }
  };
  std::visit(
      [&](const auto& bins) {
        if (column.lists_every_row)
          add(bins, [](std::int64_t k) { return k; });
        else
          add(bins, [&](std::int64_t k) { return static_cast<std::int64_t>(column.rows[k]); });
      },
      column.bins);
}

/// Where among the listed rows those from row `row` on begin.
std::int64_t listed_before(const binned_column& column, std::int64_t row) {
  if (column.lists_every_row) return row;
  return std::lower_bound(column.rows.begin(), column.rows.end(), row) - column.rows.begin();
}

/// Of one group of scores: sums[s * bins + b] of every column.
template <std::int64_t width>
void add_group(const std::vector<const binned_column*>& columns, const double* u, std::int64_t rows,
               const std::vector<double*>& sums, const progress& report) {
  std::vector<std::int64_t> first_bin = {0};
  for (const binned_column* column : columns)
    first_bin.push_back(first_bin.back() + static_cast<std::int64_t>(column->bin_count()));
  std::vector<double> side(static_cast<std::size_t>(first_bin.back() * sums_a_bin), 0.0);
  std::vector<std::int64_t> begin(columns.size(), 0);
  report.in_pieces(rows, rows_a_block, [&](std::int64_t row, std::int64_t some) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const std::int64_t end = listed_before(*columns[c], row + some);
      add_rows<width>(*columns[c], u, begin[c], end, &side[first_bin[c] * sums_a_bin]);
      begin[c] = end;
    }
  });
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::int64_t bins = first_bin[c + 1] - first_bin[c];
    for (std::int64_t s = 0; s < width; ++s)
      for (std::int64_t b = 0; b < bins; ++b) {
        const double* const from = &side[(first_bin[c] + b) * sums_a_bin];
        double sum = 0;
        for (std::int64_t lane = s; lane < sums_a_bin; lane += width) sum += from[lane];
        sums[c][s * bins + b] = sum;
      }
  }
}

}  // namespace

row_numbers::row_numbers(const double* values, std::int64_t rows, std::int64_t scores,
                         std::int64_t row_stride, std::int64_t score_stride, const progress& report)
    : rows_(rows), scores_(scores), totals_(static_cast<std::size_t>(scores), 0.0) {
  report.resize(values_, rows * scores);
  for (std::int64_t first = 0; first < scores;) {
    const std::int64_t width = width_of_group(scores - first);
    double* const group = &values_[first * rows];
    report.in_pieces(rows, progress::rows_of_a_poll(width),
                     [&](std::int64_t from, std::int64_t some) {
                       for (std::int64_t i = from; i < from + some; ++i)
                         for (std::int64_t s = 0; s < width; ++s) {
                           const double value = values[i * row_stride + (first + s) * score_stride];
                           group[i * width + s] = value;
                           totals_[first + s] += value;
                         }
                     });
    first += width;
  }
}

std::int64_t row_numbers::columns_at_once() const noexcept {
  return rows_ <= rows_a_block ? 1 : columns_a_block;
}

void row_numbers::histograms(const std::vector<const binned_column*>& columns,
                             const std::vector<double*>& sums, const progress& report) const {
  std::vector<double*> to = sums;
  for (std::int64_t first = 0; first < scores_;) {
    const std::int64_t width = width_of_group(scores_ - first);
    const double* const group = &values_[first * rows_];
    if (width == 8)
      add_group<8>(columns, group, rows_, to, report);
    else if (width == 4)
      add_group<4>(columns, group, rows_, to, report);
    else if (width == 2)
      add_group<2>(columns, group, rows_, to, report);
    else
      for (std::size_t c = 0; c < columns.size(); ++c)
        columns[c]->histogram(group, rows_, to[c], report);
    for (std::size_t c = 0; c < columns.size(); ++c)
      to[c] += width * static_cast<std::int64_t>(columns[c]->bin_count());
    first += width;
  }
}

}  // namespace coppice
