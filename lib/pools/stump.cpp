// Decision stumps: h(x) = +1 where x_d > t, else -1, over every feature d and every midpoint t of
// neighbouring distinct values. A finite pool, priced exhaustively: with the residual summed up by
// bins, the score of the cut after bin k is
//
//     sum_i u_i h(x_i) = total - 2 (sums_0 + .. + sums_k),
//
// so that all cuts of a feature cost one pass over its rows and one over its bins.
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
    for (const binned_column& column : bins_.columns())
      first_candidate_.push_back(first_candidate_.back() +
                                 static_cast<std::int64_t>(column.cuts.size()));
    const auto columns = static_cast<std::int64_t>(bins_.columns().size());
    setting_.report.resize(excluded_, first_candidate_.back());
    offer(setting.features.get());
    setting_.report.resize(sums_, first_candidate_.back() + columns);
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
    const binned_column& from = bins_.columns()[column_of(candidate)];
    const std::int64_t cut = candidate - first_candidate_[column_of(candidate)];
    from.compare(cut, bins_.rows(), column);
    return make_stump(from, cut);
  }

  void exclude(std::int64_t candidate) override {
    excluded_[candidate] = 1;
    best_[column_of(candidate)].candidate = pricing::none;
  }

  /// A feature and then one of its cuts, each as likely as the others.
  std::vector<std::unique_ptr<weak_learners>> draw(std::int64_t count) override {
    std::vector<std::unique_ptr<weak_learners>> drawn;
    if (offered_.empty()) return drawn;
    random_numbers random(stream_seed(setting_.seed, draws_++));
    for (std::int64_t k = 0; k < count; ++k) {
      const binned_column& from = *offered_[random.below(offered_.size())];
      drawn.push_back(make_stump(from, static_cast<std::int64_t>(random.below(from.cuts.size()))));
    }
    return drawn;
  }

 private:
  static constexpr std::int64_t worth_correcting = 2048;  // rows; below, all of it is quick

  static std::unique_ptr<weak_learners> make_stump(const binned_column& from, std::int64_t cut) {
    return std::make_unique<stumps>(
        std::vector<std::int32_t>{static_cast<std::int32_t>(from.feature)},
        std::vector<double>{from.cuts[cut]});
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
            bins_.columns()[c].histogram(residual, bins_.rows(), &sums_[first_bin(c)],
                                         setting_.report);
            best_[c] = price_column(c, &sums_[first_bin(c)], total);
          },
          poll);
    } else {
      setting_.team.run(
          by_row_->blocks(),
          [&](std::int64_t block) {
            const std::int64_t first = by_row_->first_column(block);
            by_row_->add(block, changes_, &sums_[first_bin(first)]);
            for (std::int64_t c = first; c < by_row_->last_column(block); ++c)
              best_[c] = price_column(c, &sums_[first_bin(c)], total);
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
          const std::size_t width = bins_.columns()[c].cuts.size() + 1;
          std::vector<double> sums(width * static_cast<std::size_t>(scores));  // scores x bins
          for (std::int64_t s = 0; s < scores; ++s)
            bins_.columns()[c].histogram(&by_score[s * rows], rows, &sums[s * width],
                                         setting_.report);
          best_[c] = price_column(c, sums, totals, residual.rule);
        },
        [this] { setting_.report.poll(); });
  }

  /// The first of equals, whichever thread computed them.
  [[nodiscard]] pricing best_of_columns() const {
    pricing best;
    best.squared_outside = 0;
    for (const pricing& of_column : best_) {
      best.squared_outside += of_column.squared_outside;
      if (of_column.candidate == pricing::none) continue;
      if (best.candidate == pricing::none || of_column.merit > best.merit) {
        best.candidate = of_column.candidate;
        best.merit = of_column.merit;
      }
    }
    return best;
  }

  [[nodiscard]] std::int64_t first_bin(std::int64_t c) const { return first_candidate_[c] + c; }

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
    pricing best;
    best.squared_outside = 0;
    double below = 0;
    for (std::size_t k = 0; k < column.cuts.size(); ++k) {
      below += sums[k];
      if (k == column.common_bin) below += common;
      const std::int64_t candidate = first_candidate_[c] + static_cast<std::int64_t>(k);
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
    const std::size_t width = column.cuts.size() + 1;
    if (!column.lists_every_row)
      for (std::size_t s = 0; s < totals.size(); ++s)
        sums[s * width + column.common_bin] = column.common_sum(&sums[s * width], totals[s]);
    pricing best;
    best.squared_outside = 0;
    std::vector<double> below(totals.size(), 0.0);
    for (std::size_t k = 0; k < column.cuts.size(); ++k) {
      merit_sum worth(rule);
      for (std::size_t s = 0; s < totals.size(); ++s) {
        below[s] += sums[s * width + k];
        worth.add(totals[s] - 2 * below[s]);
      }
      const std::int64_t candidate = first_candidate_[c] + static_cast<std::int64_t>(k);
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
      "decision stumps at every midpoint of every feature: +1 where x_d > t, else -1",
      {integer_option("max_bins", "0", 0, "max_bins = 0 or max_bins >= 2",
                      "most bins a feature is cut into, of about equal weight; 0 for exact")},
      [](const pool_setting& setting) -> std::unique_ptr<pool> {
        return std::make_unique<exhaustive_stumps>(setting);
      },
      &stump_learners()};
  return kind;
}

}  // namespace coppice
