#include "data/binned_columns.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "data/column_binning.hpp"

namespace coppice {
namespace {

/// sums[b] = the sum of of_row over the rows k < listed whose bin is b < count.
///
/// Summed up in memory of its own: where the sums are to go, neighbours share a cache line, which
/// two threads would fight over (60,000 rows of MNIST: 1.8 times the processor time). In lanes, as
/// rows of one bin often follow one another, and an addition must wait for the last to its place
/// (there: one lane takes 2.8 times as long as four, and four a little longer than eight).
template <std::int64_t lanes, class Bins, class Value>
void add_in_lanes(const Bins& bins, const Value& of_row, std::int64_t listed, std::int64_t count,
                  double* sums, const progress& report) {
  std::vector<double> lane(static_cast<std::size_t>(lanes * count), 0.0);
  report.in_pieces(listed, progress::rows_a_poll, [&](std::int64_t first, std::int64_t some) {
    const std::int64_t last = first + some;
    std::int64_t k = first;
    for (; k + lanes <= last; k += lanes)
      for (std::int64_t l = 0; l < lanes; ++l) lane[l * count + bins[k + l]] += of_row(k + l);
    for (; k < last; ++k) lane[bins[k]] += of_row(k);
  });
  for (std::int64_t b = 0; b < count; ++b) {
    sums[b] = lane[b];
    for (std::int64_t l = 1; l < lanes; ++l) sums[b] += lane[l * count + b];
  }
}

/// out[i] = of(b) where row i is in bin b.
template <class OfBin>
void write_rows(const binned_column& column, std::int64_t row_count, float* out, const OfBin& of) {
  std::visit(
      [&](const auto& bin) {
        if (column.lists_every_row) {
          for (std::int64_t i = 0; i < row_count; ++i) out[i] = of(bin[i]);
          return;
        }
        std::fill(out, out + row_count, of(column.common_bin));
        for (std::size_t k = 0; k < column.rows.size(); ++k) out[column.rows[k]] = of(bin[k]);
      },
      column.bins);
}

}  // namespace

binned_columns::binned_columns(std::int64_t rows) : rows_(rows) {
  if (rows_ > std::numeric_limits<std::uint32_t>::max())
    fail(COPPICE_INVALID_DATA, "the dataset has ", rows_, " rows; expected at most 2^32 - 1");
}

binned_columns::binned_columns(const feature_matrix& values, const feature_levels& levels,
                               const bin_limit& limit, thread_team& team, const progress& report)
    : binned_columns(values.rows()) {
  const column_reader reader(values, report);
  const std::vector<std::int64_t> features = reader.features();
  columns_.resize(features.size());
  team.run(
      static_cast<std::int64_t>(features.size()),
      [&](std::int64_t k) {
        const bool categorical = levels.find(features[k]) != nullptr;
        columns_[k] = bin_column(reader, features[k], categorical, limit, report);
      },
      [&] { report.poll(); });
  drop_constant_columns();
}

binned_columns::binned_columns(const feature_matrix& values, const std::vector<std::int64_t>& rows,
                               const binned_columns& exact_of_whole, const bin_limit& limit,
                               thread_team& team, const progress& report)
    : binned_columns(values.rows()) {
  columns_.resize(exact_of_whole.columns().size());
  team.run(
      static_cast<std::int64_t>(columns_.size()),
      [&](std::int64_t k) {
        const binned_column& whole = exact_of_whole.columns()[k];
        columns_[k] =
            bin_column_of_subset(whole, exact_of_whole.rows(), values, rows, limit, report);
      },
      [&] { report.poll(); });
  drop_constant_columns();
}

void binned_columns::drop_constant_columns() {
  columns_.erase(std::remove_if(columns_.begin(), columns_.end(),
                                [](const binned_column& column) { return column.bin_count() < 2; }),
                 columns_.end());
}

void binned_column::histogram(const double* u, std::int64_t row_count, double* sums,
                              const progress& report) const {
  const auto count = static_cast<std::int64_t>(bin_count());
  const std::int64_t listed = lists_every_row ? row_count : static_cast<std::int64_t>(rows.size());
  const auto add = [&](const auto& bin, const auto& of_row) {
    if (listed < 16 * count)  // lanes would cost more than they save
      add_in_lanes<1>(bin, of_row, listed, count, sums, report);
    else
      add_in_lanes<8>(bin, of_row, listed, count, sums, report);
  };
  std::visit(
      [&](const auto& bin) {
        if (lists_every_row)
          add(bin, [u](std::int64_t k) { return u[k]; });
        else
          add(bin, [u, this](std::int64_t k) { return u[rows[k]]; });
      },
      bins);
}

void binned_column::add_common(double* sums, double total) const {
  if (lists_every_row) return;
  sums[common_bin] = 0;
  for (std::size_t b = 0; b < bin_count(); ++b) total -= sums[b];
  sums[common_bin] = total;
}

void binned_column::compare(std::int64_t cut, bool missing_above, std::int64_t row_count,
                            float* out) const {
  const auto last_of_values = static_cast<std::int64_t>(cuts.size());
  if (missing_above || !has_missing)
    write_rows(*this, row_count, out, [cut](std::int64_t bin) { return bin > cut ? 1.0F : -1.0F; });
  else
    write_rows(*this, row_count, out,
               [=](std::int64_t bin) { return bin > cut && bin <= last_of_values ? 1.0F : -1.0F; });
}

void binned_column::look_up(const float* of_bin, std::int64_t row_count, float* out) const {
  write_rows(*this, row_count, out, [of_bin](std::int64_t bin) { return of_bin[bin]; });
}

}  // namespace coppice
