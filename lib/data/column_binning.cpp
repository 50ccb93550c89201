#include "data/column_binning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

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

/// Listing the other rows pays from half of the rows in common: an index costs four bytes and a
/// look-up, and additions to the common bin wait for one another (60,000 rows of MNIST in ten
/// classes take a twentieth less processor time than from three quarters, and 4 % more memory).
constexpr double common_share = 0.5;

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

/// What tells a feature's distinct values apart, ascending (the midpoints of neighbouring numbers,
/// or the codes of levels), and the place of each row's value among the distinct values; missing
/// values have a place behind these. Nothing, where all values are missing.
struct placed_rows {
  std::vector<double> cuts;
  std::vector<std::int32_t> levels;  // empty where the feature is numbers
  std::vector<std::uint32_t> place_of_row;
  bool has_missing = false;

  [[nodiscard]] bool categorical() const { return !levels.empty(); }
  [[nodiscard]] std::size_t values() const {
    return categorical() ? levels.size() : cuts.size() + 1;
  }
  [[nodiscard]] std::size_t places() const { return values() + (has_missing ? 1 : 0); }
};

bool is_missing(double value) {
  return std::isnan(value);
}

placed_rows place_by_sorting(const column_entries& entries, const feature_matrix& matrix,
                             bool categorical, const progress& report) {
  const std::int64_t rows = matrix.rows();
  placed_rows placed;
  std::vector<double> distinct(entries.values.begin(), entries.values.end());
  report.poll();
  if (matrix.may_have_missing()) {
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
  if (categorical) {
    placed.levels.assign(distinct.begin(), distinct.end());
  } else {
    placed.cuts.reserve(distinct.size() - 1);
    for (std::size_t place = 0; place + 1 < distinct.size(); ++place) {
      report.poll_at(static_cast<std::int64_t>(place));
      placed.cuts.push_back(midpoint(distinct[place], distinct[place + 1]));
    }
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
  const auto value_bins = static_cast<std::int64_t>(whole.value_bins());
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
  for (std::int64_t bin = 0; bin < value_bins; ++bin) {
    report.poll_at(bin);
    if (state[bin] == empty) continue;
    if (!bin_of_place.empty() && bin_of_place.back() + 1 < bin)
      state[bin_of_place.back()] = state[bin] = beside_gap;
    place_of_bin[bin] = static_cast<std::uint32_t>(bin_of_place.size());
    bin_of_place.push_back(bin);
  }
  if (bin_of_place.empty()) return {};
  if (whole.has_missing && state[value_bins] == occupied) {
    placed.has_missing = true;
    place_of_bin[value_bins] = static_cast<std::uint32_t>(bin_of_place.size());
  }
  std::vector<double> value_of_place(bin_of_place.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    report.poll_at(static_cast<std::int64_t>(i));
    const std::uint32_t bin = placed.place_of_row[i];
    const std::uint32_t place = place_of_bin[bin];
    placed.place_of_row[i] = place;
    if (state[bin] != beside_gap || whole.categorical()) continue;
    const double value = values.value(static_cast<std::int64_t>(i), whole.feature);
    value_of_place[place] = value + 0.0;  // not -0.0
    state[bin] = occupied;                // its value is known
  }
  if (whole.categorical()) {
    for (const std::int64_t bin : bin_of_place) placed.levels.push_back(whole.levels[bin]);
    return placed;
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

binned_column bin_rows(std::int64_t feature, placed_rows placed, const bin_limit& limit,
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
  const bool limited =
      limit.max_bins > 0 && static_cast<std::int64_t>(placed.values()) > limit.max_bins;
  if (!limited || placed.categorical()) {
    column.cuts = std::move(placed.cuts);
    column.levels = std::move(placed.levels);
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
  column.common_bin = static_cast<std::uint32_t>(most - counts.begin());
  if (static_cast<double>(*most) >= common_share * static_cast<double>(rows)) {
    column.lists_every_row = false;
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

}  // namespace

binned_column bin_column(const column_entries& values, const feature_matrix& matrix,
                         std::int64_t feature, bool categorical, const bin_limit& limit,
                         const progress& report) {
  return bin_rows(feature, place_by_sorting(values, matrix, categorical, report), limit, report);
}

binned_column bin_column_of_subset(const binned_column& whole, std::int64_t rows_of_whole,
                                   const feature_matrix& values,
                                   const std::vector<std::int64_t>& rows, const bin_limit& limit,
                                   const progress& report) {
  return bin_rows(whole.feature, place_by_whole(whole, rows_of_whole, values, rows, report), limit,
                  report);
}

}  // namespace coppice
