#include "data/binned_columns.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "data/column_binning.hpp"
#include "data/column_reader.hpp"

namespace coppice {
namespace {

/// out[i] = of(b) where row i is in bin b, of rows first .. last - 1.
template <class OfBin>
void write_rows(const binned_column& column, std::int64_t first, std::int64_t last, float* out,
                const OfBin& of) {
  std::visit(
      [&](const auto& bin) {
        if (column.lists_every_row) {
          for (std::int64_t i = first; i < last; ++i) out[i] = of(bin[i]);
          return;
        }
        std::fill(out + first, out + last, of(column.common_bin));
        const auto begin = column.rows.begin();
        for (auto listed = std::lower_bound(begin, column.rows.end(), first);
             listed != column.rows.end() && *listed < last; ++listed)
          out[*listed] = of(bin[listed - begin]);
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
  const column_reader reader(values, report, &team);
  const std::vector<std::int64_t> features = reader.features();
  const auto count = static_cast<std::int64_t>(features.size());
  columns_.resize(features.size());
  const std::int64_t at_once = reader.best_at_once(team);
  team.run((count + at_once - 1) / at_once,
           [&](std::int64_t task) {
             const std::int64_t first = task * at_once;
             const std::int64_t some = std::min(at_once, count - first);
             const auto bin_each = [&](auto read) {
               reader.read(&features[first], some, read.data());
               for (std::int64_t k = 0; k < some; ++k) {
                 report.poll();
                 const std::int64_t feature = features[first + k];
                 const bool categorical = levels.find(feature) != nullptr;
                 columns_[first + k] =
                     bin_column(read[k], values.rows(), feature, categorical, limit, report);
               }
             };
             if (reader.has_bytes())
               bin_each(std::vector<column_bytes>(static_cast<std::size_t>(some)));
             else
               bin_each(std::vector<column_entries>(static_cast<std::size_t>(some)));
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

void binned_column::add_common(double* sums, double total) const {
  sums[common_bin] = 0;
  for (std::size_t b = 0; b < bin_count(); ++b) total -= sums[b];
  sums[common_bin] = total;
}

void binned_column::compare(std::int64_t cut, bool missing_above, std::int64_t first,
                            std::int64_t last, float* out) const {
  // In the type of the bins, which are fewer than 2^32: four times as many to a vector.
  const auto after = static_cast<std::uint32_t>(cut);
  const auto last_of_values = static_cast<std::uint32_t>(cuts.size());
  if (missing_above || !has_missing)
    write_rows(*this, first, last, out,
               [=](auto bin) { return bin > static_cast<decltype(bin)>(after) ? 1.0F : -1.0F; });
  else
    write_rows(*this, first, last, out, [=](auto bin) {
      return bin > static_cast<decltype(bin)>(after) &&
                     bin <= static_cast<decltype(bin)>(last_of_values)
                 ? 1.0F
                 : -1.0F;
    });
}

void binned_column::look_up(const float* of_bin, std::int64_t first, std::int64_t last,
                            float* out) const {
  write_rows(*this, first, last, out, [of_bin](std::int64_t bin) { return of_bin[bin]; });
}

}  // namespace coppice
