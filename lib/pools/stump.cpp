// Decision stumps: h(x) = +1 where x_d > t, else -1, over every feature d and every midpoint t of
// neighbouring distinct values. A finite pool, priced exhaustively: with the residual summed up by
// bins, the score of the cut after bin k is
//
//     sum_i u_i h(x_i) = total - 2 (sums_0 + .. + sums_k),
//
// so that all cuts of a feature cost one pass over its rows and one over its bins. Where values of
// the feature are missing in training, their bin is the last: what is not below a cut is above it
// or missing, and "is missing" is the cut behind all values. A second pass over the bins, with
// missing values below every cut, has the other side. Elsewhere missing values, which only
// prediction will meet, go where most rows do.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/random.hpp"
#include "core/text.hpp"
#include "data/binned_columns.hpp"
#include "data/binned_rows.hpp"
#include "learners/stumps.hpp"
#include "pools/pool.hpp"

namespace coppice {

const pool_kind& stump_pool();

namespace {

std::int64_t max_bins_of(const option_values& options) {
  const std::int64_t max_bins = options.integer("max_bins");
  if (max_bins == 1)
    fail(COPPICE_INVALID_OPTION,
         "option max_bins of pool stump is 1, which leaves nothing to cut; expected 0 for exact, "
         "or max_bins >= 2");
  return max_bins;
}

/// Prices every stump. From one pricing to the next few rows change their residual (most rows stay
/// at a bound of their dual), so the sums by bins are kept and only those rows' bins are corrected;
/// they are made anew, against rounding, when that costs no more than the corrections did. Several
/// residuals are summed up anew each time: the methods that have them change them in every row.
class exhaustive_stumps final : public pool {
 public:
  explicit exhaustive_stumps(const pool_setting& setting)
      : setting_(setting),
        kept_bins_(setting.examples.bins(max_bins_of(setting.wanted.options), setting.team,
                                         setting.report)),
        bins_(*kept_bins_) {
    first_candidate_.push_back(0);
    std::int64_t bins = 0;
    for (const binned_column& column : bins_.columns()) {
      first_candidate_.push_back(first_candidate_.back() + candidates_of(column));
      first_bin_.push_back(bins);
      bins += static_cast<std::int64_t>(column.bin_count());
    }
    setting_.report.resize(excluded_, first_candidate_.back());
    offer(setting_.features.get());
    setting_.report.resize(sums_, bins);
    best_.resize(bins_.columns().size());
  }

  pricing price(const residual_rows& residual, double /*least*/) override {
    if (residual.scores == 1)
      price_one(residual.values);
    else
      price_several(residual);
    return best_of_columns();
  }

  /// Stumps of one feature are much alike: one of each is enough for a residual.
  pricing price_another(const residual_rows& /*residual*/, double /*least*/) override {
    return best_of_columns();
  }

  std::unique_ptr<weak_learners> choose(std::int64_t candidate, float* column) override {
    const std::size_t c = column_of(candidate);
    return make_stump(bins_.columns()[c], candidate - first_candidate_[c], column);
  }

  void exclude(std::int64_t candidate) override {
    excluded_[candidate] = 1;
    best_[column_of(candidate)].candidate = pricing::none;
  }

  /// A feature and then one of its stumps, each as likely as the others.
  std::vector<std::unique_ptr<weak_learners>> draw(std::int64_t count) override {
    std::vector<std::unique_ptr<weak_learners>> drawn;
    if (offered_.empty()) return drawn;
    random_numbers random(stream_seed(setting_.seed, draws_++));
    std::vector<float> column(static_cast<std::size_t>(bins_.rows()));
    for (std::int64_t k = 0; k < count; ++k) {
      const binned_column& from = *offered_[random.below(offered_.size())];
      const auto stumps = static_cast<std::uint64_t>(candidates_of(from));
      const auto one = static_cast<std::int64_t>(random.below(stumps));
      drawn.push_back(make_stump(from, one, column.data()));
      setting_.report.poll();
    }
    return drawn;
  }

 private:
  static constexpr std::int64_t worth_correcting = 2048;  // rows; below, all of it is quick

  /// Every cut; where there are missing values, every cut with them above it, the cut that has
  /// nothing else above, and every cut with them below it.
  static std::int64_t candidates_of(const binned_column& column) {
    const auto cuts = static_cast<std::int64_t>(column.cuts.size());
    return column.has_missing ? 2 * cuts + 1 : cuts;
  }

  /// Of a column's candidates; writes its outputs.
  std::unique_ptr<weak_learners> make_stump(const binned_column& from, std::int64_t candidate,
                                            float* outputs) const {
    const auto cuts = static_cast<std::int64_t>(from.cuts.size());
    const bool below = candidate > cuts;
    const std::int64_t cut = below ? candidate - cuts - 1 : candidate;
    from.compare(cut, !below, bins_.rows(), outputs);
    const bool missing_above = from.has_missing ? !below : most_are_above(outputs);
    return std::make_unique<stumps>(
        std::vector<std::int32_t>{static_cast<std::int32_t>(from.feature)},
        std::vector<double>{cut == cuts ? stumps::above_all_values : from.cuts[cut]},
        std::vector<std::int32_t>{missing_above ? 1 : 0});
  }

  /// Whether most of the rows' weight is where the outputs are +1; half of it is not most, however
  /// the sums of both halves are rounded.
  [[nodiscard]] bool most_are_above(const float* outputs) const {
    constexpr double rounding = 1e-9;
    double above = 0;
    double total = 0;
    for (std::int64_t i = 0; i < bins_.rows(); ++i) {
      const double weight = setting_.examples.weight(i);
      above += weight * static_cast<double>(outputs[i]);
      total += weight;
      setting_.report.poll_at(i);
    }
    return above > rounding * total;
  }

  [[nodiscard]] std::size_t column_of(std::int64_t candidate) const {
    const auto after =
        std::upper_bound(first_candidate_.begin(), first_candidate_.end(), candidate);
    return static_cast<std::size_t>(after - first_candidate_.begin() - 1);
  }

  /// Excludes all stumps but those of the named features; null for all.
  void offer(const std::vector<std::int64_t>* features) {
    std::vector<char> named;  // only with names: sparse sets may be very wide
    if (features != nullptr) {
      named.resize(static_cast<std::size_t>(setting_.examples.features()), 0);
      for (const std::int64_t feature : *features) named[feature] = 1;
    }
    for (std::size_t c = 0; c < bins_.columns().size(); ++c) {
      if (features == nullptr || named[bins_.columns()[c].feature] != 0)
        offered_.push_back(&bins_.columns()[c]);
      else
        std::fill(excluded_.begin() + first_candidate_[c],
                  excluded_.begin() + first_candidate_[c + 1], 1);
    }
  }

  void price_one(const double* residual) {
    const bool anew = !find_changes(residual);
    double total = 0;
    for (std::int64_t i = 0; i < bins_.rows(); ++i) total += residual[i];
    const auto poll = [this] { setting_.report.poll(); };
    poll();
    if (anew) {
      setting_.team.run(
          static_cast<std::int64_t>(bins_.columns().size()),
          [&](std::int64_t c) {
            bins_.columns()[c].histogram(residual, bins_.rows(), &sums_[first_bin_[c]],
                                         setting_.report);
            best_[c] = price_column(c, &sums_[first_bin_[c]], total);
          },
          poll);
    } else {
      setting_.team.run(
          by_row_->blocks(),
          [&](std::int64_t block) {
            const std::int64_t first = by_row_->first_column(block);
            by_row_->add(block, changes_, &sums_[first_bin_[first]]);
            for (std::int64_t c = first; c < by_row_->last_column(block); ++c)
              best_[c] = price_column(c, &sums_[first_bin_[c]], total);
          },
          poll);
    }
  }

  void price_several(const residual_rows& residual) {
    const std::int64_t rows = bins_.rows();
    const std::int64_t scores = residual.scores;
    std::vector<double> by_score(static_cast<std::size_t>(scores * rows));  // scores x rows
    std::vector<double> totals(static_cast<std::size_t>(scores), 0.0);
    for (std::int64_t i = 0; i < rows; ++i) {
      setting_.report.poll_at(i);
      for (std::int64_t s = 0; s < scores; ++s) {
        by_score[s * rows + i] = residual.values[i * scores + s];
        totals[s] += residual.values[i * scores + s];
      }
    }
    setting_.team.run(
        static_cast<std::int64_t>(bins_.columns().size()),
        [&](std::int64_t c) {
          const std::size_t width = bins_.columns()[c].bin_count();
          std::vector<double> sums(width * static_cast<std::size_t>(scores));  // scores x bins
          for (std::int64_t s = 0; s < scores; ++s)
            bins_.columns()[c].histogram(&by_score[s * rows], rows, &sums[s * width],
                                         setting_.report);
          best_[c] = price_column(c, sums, totals, residual.rule);
        },
        [this] { setting_.report.poll(); });
  }

  /// The first of equals.
  static void take_in(pricing& best, const pricing& other) {
    best.squared_outside += other.squared_outside;
    if (other.candidate == pricing::none) return;
    if (best.candidate != pricing::none && other.merit <= best.merit) return;
    best.candidate = other.candidate;
    best.merit = other.merit;
  }

  /// Whichever thread computed them.
  [[nodiscard]] pricing best_of_columns() const {
    pricing best;
    best.squared_outside = 0;
    for (const pricing& of_column : best_) take_in(best, of_column);
    return best;
  }

  /// Finds what has changed since the last residual; false when the sums must be made anew.
  bool find_changes(const double* residual) {
    const std::int64_t rows = bins_.rows();
    changes_.clear();
    const auto few = static_cast<std::size_t>(rows / 4);
    for (std::size_t i = 0; i < last_residual_.size() && changes_.size() < few; ++i) {
      setting_.report.poll_at(static_cast<std::int64_t>(i));
      if (residual[i] != last_residual_[i])
        changes_.push_back({static_cast<std::int64_t>(i), residual[i] - last_residual_[i]});
    }
    corrections_ += static_cast<std::int64_t>(changes_.size());
    const bool worth_it =
        !last_residual_.empty() && corrections_ < 2 * rows && changes_.size() < few;
    if (!worth_it)
      corrections_ = 0;
    else if (!by_row_)
      by_row_ = std::make_unique<binned_rows>(bins_, setting_.team, setting_.report);
    setting_.report.poll();
    if (rows >= worth_correcting) last_residual_.assign(residual, residual + rows);
    setting_.report.poll();
    return worth_it;
  }

  [[nodiscard]] pricing price_column(std::int64_t c, const double* sums, double total) const {
    const binned_column& column = bins_.columns()[c];
    const double common = column.lists_every_row ? 0 : column.common_sum(sums, total);
    const std::size_t cuts = column.cuts.size();
    const std::int64_t first = first_candidate_[c];
    if (!column.has_missing) return price_cuts(column, first, cuts, sums, 0, common, total);
    pricing best = price_cuts(column, first, cuts + 1, sums, 0, common, total);
    const bool mostly_missing = !column.lists_every_row && column.common_bin == cuts + 1;
    const double missing = mostly_missing ? common : sums[cuts + 1];
    const auto second = first + static_cast<std::int64_t>(cuts) + 1;
    take_in(best, price_cuts(column, second, cuts, sums, missing, common, total));
    return best;
  }

  /// Of the candidates from `first` on, one a cut, with the sum `below` under the first bin.
  [[nodiscard]] pricing price_cuts(const binned_column& column, std::int64_t first,
                                   std::size_t cuts, const double* sums, double below,
                                   double common, double total) const {
    pricing best;
    best.squared_outside = 0;
    for (std::size_t k = 0; k < cuts; ++k) {
      below += sums[k];
      if (k == column.common_bin) below += common;
      const std::int64_t candidate = first + static_cast<std::int64_t>(k);
      if (excluded_[candidate] != 0) continue;
      const double score = total - 2 * below;
      best.squared_outside += score * score;
      if (best.candidate == pricing::none || std::abs(score) > best.merit) {
        best.candidate = candidate;
        best.merit = std::abs(score);
      }
    }
    return best;
  }

  /// The same with several residuals; `sums` is scores x bins.
  [[nodiscard]] pricing price_column(std::int64_t c, std::vector<double>& sums,
                                     const std::vector<double>& totals, merit_rule rule) const {
    const binned_column& column = bins_.columns()[c];
    const std::size_t width = column.bin_count();
    if (!column.lists_every_row)
      for (std::size_t s = 0; s < totals.size(); ++s)
        sums[s * width + column.common_bin] = column.common_sum(&sums[s * width], totals[s]);
    const std::size_t cuts = column.cuts.size();
    const std::int64_t first = first_candidate_[c];
    const std::size_t with_missing_above = column.has_missing ? cuts + 1 : cuts;
    std::vector<double> below(totals.size(), 0.0);
    pricing best = price_cuts(first, with_missing_above, sums, below, totals, rule);
    if (!column.has_missing) return best;
    for (std::size_t s = 0; s < totals.size(); ++s) below[s] = sums[s * width + cuts + 1];
    const auto second = first + static_cast<std::int64_t>(cuts) + 1;
    take_in(best, price_cuts(second, cuts, sums, below, totals, rule));
    return best;
  }

  /// The same; `below` becomes the sums under the last cut.
  [[nodiscard]] pricing price_cuts(std::int64_t first, std::size_t cuts,
                                   const std::vector<double>& sums, std::vector<double>& below,
                                   const std::vector<double>& totals, merit_rule rule) const {
    const std::size_t width = sums.size() / totals.size();
    pricing best;
    best.squared_outside = 0;
    for (std::size_t k = 0; k < cuts; ++k) {
      merit_sum worth(rule);
      for (std::size_t s = 0; s < totals.size(); ++s) {
        below[s] += sums[s * width + k];
        worth.add(totals[s] - 2 * below[s]);
      }
      const std::int64_t candidate = first + static_cast<std::int64_t>(k);
      if (excluded_[candidate] != 0) continue;
      best.squared_outside += worth.squares();
      if (best.candidate == pricing::none || worth.merit() > best.merit) {
        best.candidate = candidate;
        best.merit = worth.merit();
      }
    }
    return best;
  }

  pool_setting setting_;
  std::shared_ptr<const binned_columns> kept_bins_;
  const binned_columns& bins_;
  std::vector<std::int64_t> first_candidate_;  // of each column, and one past the last
  std::vector<std::int64_t> first_bin_;        // of each column
  std::vector<char> excluded_;
  std::vector<const binned_column*> offered_;  // the columns whose stumps may be drawn
  std::vector<double> sums_;   // of one residual, by the bins of all columns; 0 for common bins
  std::vector<pricing> best_;  // of each column; none where one was excluded since the last pricing
  std::vector<double> last_residual_;  // empty where sums are always made anew
  std::vector<row_change> changes_;
  std::int64_t corrections_ = 0;  // of rows, since the sums were made anew
  std::unique_ptr<binned_rows> by_row_;
  std::uint64_t draws_ = 0;
};

}  // namespace

const pool_kind& stump_pool() {
  static const pool_kind kind = {
      "stump",
      "decision stumps at every midpoint of every feature: +1 where x_d > t, else -1; missing "
      "values on one of the two sides, and alone",
      {integer_option("max_bins", "0", 0, "max_bins = 0 or max_bins >= 2",
                      "most bins a feature is cut into, of about equal weight; 0 for exact")},
      [](const pool_setting& setting) -> std::unique_ptr<pool> {
        return std::make_unique<exhaustive_stumps>(setting);
      },
      &stump_learners(),
      true};
  return kind;
}

}  // namespace coppice
