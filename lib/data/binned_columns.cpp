#include "data/binned_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/error.hpp"
#include "core/sort.hpp"

namespace coppice {
namespace {

double midpoint(double lo, double hi) {
  double middle = lo + (hi - lo) / 2;
  if (!std::isfinite(middle)) middle = lo / 2 + hi / 2;
  return middle < hi ? middle : lo;
}

template <class Bin>
void fill_bins(binned_column& column, const std::vector<std::uint32_t>& every_bin) {
  std::vector<Bin> bins;
  if (column.lists_every_row) {
    bins.assign(every_bin.begin(), every_bin.end());
  } else {
    for (const std::uint32_t row : column.rows) bins.push_back(static_cast<Bin>(every_bin[row]));
  }
  column.bins = std::move(bins);
}

/// Listing the other rows pays from three quarters of rows in common: an index costs four bytes
/// and a look-up.
constexpr double common_share = 0.75;

/// Where `value` stands among the ascending `values`, of which it is one. By halves without a
/// branch on their outcome, which the processor would guess wrong every other time.
std::uint32_t place_of(double value, const std::vector<double>& values) {
  const double* from = values.data();
  for (std::size_t size = values.size(); size > 1;) {
    const std::size_t half = size / 2;
    from += from[half] <= value ? half : 0;
    size -= half;
  }
  return static_cast<std::uint32_t>(from - values.data());
}

/// For each distinct value how many rows have it.
std::vector<std::int64_t> count_rows(const std::vector<std::uint32_t>& place_of_row,
                                     std::size_t places, const progress& report) {
  std::vector<std::int64_t> counts(places, 0);
  report.poll();
  for (std::size_t i = 0; i < place_of_row.size(); ++i) {
    report.poll_at(static_cast<std::int64_t>(i));
    ++counts[place_of_row[i]];
  }
  return counts;
}

/// For each distinct value the weight of the rows that have it.
std::vector<double> weigh_rows(const std::vector<std::uint32_t>& place_of_row, std::size_t places,
                               const std::vector<double>& weights, const progress& report) {
  std::vector<double> sums(places, 0.0);
  report.poll();
  for (std::size_t i = 0; i < place_of_row.size(); ++i) {
    report.poll_at(static_cast<std::int64_t>(i));
    sums[place_of_row[i]] += weights[i];
  }
  return sums;
}

/// The bin of each distinct value where these are more than `max_bins`. A bin ends as soon as it
/// has its share of the weight that is left (but for what sums of weights are rounded by), or when
/// there is one value left for each of the other bins.
std::vector<std::uint32_t> share_bins(const std::vector<double>& weight_of_place,
                                      std::int64_t max_bins) {
  constexpr double rounded = 1 - 1e-12;
  const auto places = static_cast<std::int64_t>(weight_of_place.size());
  std::vector<std::uint32_t> bins(weight_of_place.size());
  double left = std::accumulate(weight_of_place.begin(), weight_of_place.end(), 0.0);
  double taken = 0;
  std::int64_t bin = 0;
  for (std::int64_t place = 0; place < places; ++place) {
    bins[place] = static_cast<std::uint32_t>(bin);
    taken += weight_of_place[place];
    const std::int64_t bins_left = max_bins - bin;
    const bool has_share = taken * static_cast<double>(bins_left) >= left * rounded;
    if (bins_left == 1 || (!has_share && places - place > bins_left)) continue;
    left -= taken;
    taken = 0;
    ++bin;
  }
  return bins;
}

/// A feature's midpoints of neighbouring distinct values, ascending, and the place of each row's
/// value among the distinct values; missing values have a place behind these. Nothing, where all
/// values are missing.
struct placed_rows {
  std::vector<double> cuts;
  std::vector<std::uint32_t> place_of_row;
  bool has_missing = false;

  [[nodiscard]] std::size_t values() const { return cuts.size() + 1; }
  [[nodiscard]] std::size_t places() const { return values() + (has_missing ? 1 : 0); }
};

bool is_missing(double value) {
  return std::isnan(value);
}

placed_rows place_by_sorting(const column_entries& entries, std::int64_t rows,
                             bool may_have_missing, const progress& report) {
  placed_rows placed;
  std::vector<double> distinct = entries.values;
  report.poll();
  if (may_have_missing) {
    distinct.erase(std::remove_if(distinct.begin(), distinct.end(), is_missing), distinct.end());
    placed.has_missing = distinct.size() < entries.values.size();
    report.poll();
  }
  sort(distinct, report);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  report.poll();
  const bool has_zero = static_cast<std::int64_t>(entries.rows.size()) < rows;
  if (has_zero) distinct.insert(std::lower_bound(distinct.begin(), distinct.end(), 0.0), 0.0);
  if (distinct.empty() || (distinct.size() == 1 && !placed.has_missing)) return {};

  placed.place_of_row.assign(static_cast<std::size_t>(rows),
                             has_zero ? place_of(0.0, distinct) : 0);
  for (std::size_t k = 0; k < entries.rows.size(); ++k) {
    placed.place_of_row[entries.rows[k]] = place_of(entries.values[k], distinct);
    report.poll_at(static_cast<std::int64_t>(k));
  }
  for (std::size_t k = 0; placed.has_missing && k < entries.rows.size(); ++k) {
    if (is_missing(entries.values[k]))
      placed.place_of_row[entries.rows[k]] = static_cast<std::uint32_t>(distinct.size());
    report.poll_at(static_cast<std::int64_t>(k));
  }
  placed.cuts.reserve(distinct.size() - 1);
  for (std::size_t place = 0; place + 1 < distinct.size(); ++place) {
    report.poll_at(static_cast<std::int64_t>(place));
    placed.cuts.push_back(midpoint(distinct[place], distinct[place + 1]));
  }
  report.poll();
  return placed;
}

/// Calls use(bin_of_row), of which bin_of_row[i] is the bin of row i of `rows` in all.
template <class Use>
void with_bin_of_row(const binned_column& column, std::int64_t rows, const Use& use) {
  std::visit(
      [&](const auto& bins) {
        if (column.lists_every_row) return use(bins);
        std::decay_t<decltype(bins)> bin_of_row(
            static_cast<std::size_t>(rows),
            static_cast<typename std::decay_t<decltype(bins)>::value_type>(column.common_bin));
        for (std::size_t k = 0; k < bins.size(); ++k) bin_of_row[column.rows[k]] = bins[k];
        use(bin_of_row);
      },
      column.bins);
}

/// In the whole every distinct value has a bin; the subset has those values whose bins its rows are
/// in. Where two of these are neighbours in the whole, so is the cut between them; only beside the
/// gaps are values looked up, each in the first row that has it.
placed_rows place_by_whole(const binned_column& whole, std::int64_t rows_of_whole,
                           const feature_matrix& values, const std::vector<std::int64_t>& rows,
                           const progress& report) {
  enum : char { empty, occupied, beside_gap };
  placed_rows placed;
  const auto values_bins = static_cast<std::int64_t>(whole.cuts.size()) + 1;
  std::vector<char> state(whole.bin_count(), empty);
  placed.place_of_row.resize(rows.size());
  report.poll();
  with_bin_of_row(whole, rows_of_whole, [&](const auto& bin_of_row) {
    report.poll();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::uint32_t bin = bin_of_row[rows[i]];
      placed.place_of_row[i] = bin;
      state[bin] = occupied;
      report.poll_at(static_cast<std::int64_t>(i));
    }
  });
  std::vector<std::uint32_t> place_of_bin(whole.bin_count());
  std::vector<std::int64_t> bin_of_place;
  for (std::int64_t bin = 0; bin < values_bins; ++bin) {
    report.poll_at(bin);
    if (state[bin] == empty) continue;
    if (!bin_of_place.empty() && bin_of_place.back() + 1 < bin)
      state[bin_of_place.back()] = state[bin] = beside_gap;
    place_of_bin[bin] = static_cast<std::uint32_t>(bin_of_place.size());
    bin_of_place.push_back(bin);
  }
  if (bin_of_place.empty()) return {};
  if (whole.has_missing && state[values_bins] == occupied) {
    placed.has_missing = true;
    place_of_bin[values_bins] = static_cast<std::uint32_t>(bin_of_place.size());
  }
  std::vector<double> value_of_place(bin_of_place.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    report.poll_at(static_cast<std::int64_t>(i));
    const std::uint32_t bin = placed.place_of_row[i];
    const std::uint32_t place = place_of_bin[bin];
    placed.place_of_row[i] = place;
    if (state[bin] != beside_gap) continue;
    const double value = values.value(static_cast<std::int64_t>(i), whole.feature);
    value_of_place[place] = value + 0.0;  // not -0.0
    state[bin] = occupied;                // its value is known
  }
  placed.cuts.reserve(bin_of_place.size() - 1);
  for (std::size_t place = 0; place + 1 < bin_of_place.size(); ++place) {
    report.poll_at(static_cast<std::int64_t>(place));
    placed.cuts.push_back(bin_of_place[place] + 1 == bin_of_place[place + 1]
                              ? whole.cuts[bin_of_place[place]]
                              : midpoint(value_of_place[place], value_of_place[place + 1]));
  }
  return placed;
}

binned_column bin_column(std::int64_t feature, placed_rows placed, const bin_limit& limit,
                         const progress& report) {
  binned_column column;
  column.feature = feature;
  std::vector<std::uint32_t>& every_bin = placed.place_of_row;
  const auto rows = static_cast<std::int64_t>(every_bin.size());
  const std::size_t places = placed.places();
  if (places < 2) return column;

  std::vector<std::int64_t> counts = count_rows(every_bin, places, report);
  std::size_t bins = places;
  column.has_missing = placed.has_missing;
  if (limit.max_bins == 0 || static_cast<std::int64_t>(placed.values()) <= limit.max_bins) {
    column.cuts = std::move(placed.cuts);
  } else {
    std::vector<double> weights = limit.weights.empty()
                                      ? std::vector<double>(counts.begin(), counts.end())
                                      : weigh_rows(every_bin, places, limit.weights, report);
    weights.resize(placed.values());  // missing values have a bin of their own, the last
    std::vector<std::uint32_t> bin_of_place = share_bins(weights, limit.max_bins);
    if (placed.has_missing) bin_of_place.push_back(bin_of_place.back() + 1);
    report.poll();
    bins = bin_of_place.back() + std::size_t{1};
    column.cuts.reserve(bins - 1);
    for (std::size_t place = 0; place + 1 < placed.values(); ++place)
      if (bin_of_place[place] != bin_of_place[place + 1]) column.cuts.push_back(placed.cuts[place]);
    for (std::uint32_t& bin : every_bin) bin = bin_of_place[bin];
    counts = count_rows(every_bin, bins, report);
  }
  const auto most = std::max_element(counts.begin(), counts.end());
  if (static_cast<double>(*most) >= common_share * static_cast<double>(rows)) {
    column.lists_every_row = false;
    column.common_bin = static_cast<std::uint32_t>(most - counts.begin());
    for (std::int64_t i = 0; i < rows; ++i)
      if (every_bin[i] != column.common_bin) column.rows.push_back(static_cast<std::uint32_t>(i));
  }
  report.poll();
  if (bins <= 1U << 8)
    fill_bins<std::uint8_t>(column, every_bin);
  else if (bins <= 1U << 16)
    fill_bins<std::uint16_t>(column, every_bin);
  else
    fill_bins<std::uint32_t>(column, every_bin);
  return column;
}

/// sums[b] = the sum of of_row over the rows k < listed whose bin is b < count.
///
/// Summed up in memory of its own: where the sums are to go, neighbours share a cache line, which
/// two threads would fight over (60,000 rows of MNIST: 1.8 times the processor time). In lanes, as
/// rows of one bin often follow one another, and an addition must wait for the last to its place
/// (there: one lane takes 2.8 times as long as four, two 1.6 times).
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

}  // namespace

binned_columns::binned_columns(std::int64_t rows) : rows_(rows) {
  if (rows_ > std::numeric_limits<std::uint32_t>::max())
    fail(COPPICE_INVALID_DATA, "the dataset has ", rows_, " rows; expected at most 2^32 - 1");
}

binned_columns::binned_columns(const feature_matrix& values, const bin_limit& limit,
                               thread_team& team, const progress& report)
    : binned_columns(values.rows()) {
  const column_reader reader(values, report);
  const std::vector<std::int64_t> features = reader.features();
  columns_.resize(features.size());
  team.run(
      static_cast<std::int64_t>(features.size()),
      [&](std::int64_t k) {
        column_entries entries;
        reader.read(features[k], entries);
        report.poll();
        columns_[k] = bin_column(
            features[k], place_by_sorting(entries, rows_, values.may_have_missing(), report), limit,
            report);
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
        columns_[k] = bin_column(whole.feature,
                                 place_by_whole(whole, exact_of_whole.rows(), values, rows, report),
                                 limit, report);
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
      add_in_lanes<4>(bin, of_row, listed, count, sums, report);
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

double binned_column::common_sum(const double* sums, double total) const {
  for (std::size_t b = 0; b < bin_count(); ++b) total -= sums[b];
  return total;
}

void binned_column::compare(std::int64_t cut, bool missing_above, std::int64_t row_count,
                            float* out) const {
  const auto last_of_values = static_cast<std::int64_t>(cuts.size());
  const auto write = [&](const auto& above) {
    std::visit(
        [&](const auto& bin) {
          if (lists_every_row) {
            for (std::int64_t i = 0; i < row_count; ++i) out[i] = above(bin[i]) ? 1.0F : -1.0F;
            return;
          }
          std::fill(out, out + row_count, above(common_bin) ? 1.0F : -1.0F);
          for (std::size_t k = 0; k < rows.size(); ++k) out[rows[k]] = above(bin[k]) ? 1.0F : -1.0F;
        },
        bins);
  };
  if (missing_above || !has_missing)
    write([cut](std::int64_t bin) { return bin > cut; });
  else
    write([=](std::int64_t bin) { return bin > cut && bin <= last_of_values; });
}

}  // namespace coppice
