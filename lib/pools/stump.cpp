// Decision stumps: a finite pool, priced exhaustively. The residual is summed up by the bins of
// every feature, and from these sums the stumps of each column find the best of theirs.
#include <algorithm>
#include <vector>

#include "core/random.hpp"
#include "data/binned_rows.hpp"
#include "data/row_numbers.hpp"
#include "learners/level_stumps.hpp"
#include "learners/stumps.hpp"
#include "pools/column_stumps.hpp"
#include "pools/offered_columns.hpp"

namespace coppice {

const pool_kind& stump_pool();

namespace {

/// Prices every stump. From one pricing to the next few rows change their residual (most rows stay
/// at a bound of their dual), so the sums by bins are kept and only those rows' bins are corrected;
/// they are made anew, against rounding, when that costs no more than the corrections did. Several
/// residuals change in every row, but often along fewer directions than there are residuals: then
/// the directions are summed up, and their sums are what the sums by bins change by.
class exhaustive_stumps final : public pool {
 public:
  explicit exhaustive_stumps(const pool_setting& setting)
      : setting_(setting),
        kept_bins_(bins_by_option(setting)),
        bins_(*kept_bins_),
        offered_(offered_columns(bins_, setting)) {
    for (const binned_column& column : bins_.columns()) {
      first_bin_.push_back(bin_count_);
      bin_count_ += static_cast<std::int64_t>(column.bin_count());
    }
    best_.resize(bins_.columns().size());
    stumps_.resize(bins_.columns().size());
    for (const std::int64_t c : offered_) {
      setting_.report.poll();
      stumps_[c] = stumps_of(bins_.columns()[c]);
    }
  }

  pricing price(const residual_rows& residual, double /*least*/) override {
    if (residual.scores == 1)
      price_one(residual);
    else
      price_several(residual);
    return best_of_columns();
  }

  /// Stumps of one feature are much alike: one of each is enough for a residual.
  pricing price_another(const residual_rows& /*residual*/, double /*least*/) override {
    return best_of_columns();
  }

  /// Candidates are columns, each with the stump that it offers.
  std::unique_ptr<weak_learners> choose(std::int64_t candidate, float* column) override {
    return stumps_[candidate]->choose(column);
  }

  void exclude(std::int64_t candidate) override {
    stumps_[candidate]->exclude();
    best_[candidate].candidate = pricing::none;
  }

  /// A feature and then one of its stumps, each as likely as the others.
  std::vector<std::unique_ptr<weak_learners>> draw(std::int64_t count) override {
    std::vector<std::unique_ptr<weak_learners>> drawn;
    if (offered_.empty()) return drawn;
    random_numbers random(stream_seed(setting_.seed, draws_++));
    std::vector<float> column(static_cast<std::size_t>(bins_.rows()));
    for (std::int64_t k = 0; k < count; ++k) {
      const column_stumps& from = *stumps_[offered_[random.below(offered_.size())]];
      drawn.push_back(from.draw(random, column.data()));
      setting_.report.poll();
    }
    return drawn;
  }

 private:
  static constexpr std::int64_t worth_correcting = 2048;  // rows; below, all of it is quick
  static constexpr std::int64_t most_kept = std::int64_t{1} << 24;  // sums of several residuals

  [[nodiscard]] std::unique_ptr<column_stumps> stumps_of(const binned_column& column) const {
    if (!column.categorical()) return make_threshold_pricing(column, setting_);
    return setting_.wanted.options.choice("levels") == "one"
               ? make_one_level_pricing(column, setting_)
               : make_level_subset_pricing(column, setting_);
  }

  void price_one(const residual_rows& residual) {
    if (sums_.empty()) setting_.report.resize(sums_, bin_count_);
    const bool anew = !find_changes(residual.values);
    double total = 0;
    for (std::int64_t i = 0; i < bins_.rows(); ++i) total += residual.values[i];
    const auto poll = [this] { setting_.report.poll(); };
    poll();
    if (anew) {
      setting_.team.run(
          static_cast<std::int64_t>(offered_.size()),
          [&](std::int64_t k) {
            const std::int64_t c = offered_[k];
            bins_.columns()[c].histogram(residual.values, bins_.rows(), &sums_[first_bin_[c]],
                                         setting_.report);
            price_column(c, &sums_[first_bin_[c]], &total, residual);
          },
          poll);
    } else {
      setting_.team.run(
          by_row_->blocks(),
          [&](std::int64_t block) {
            const std::int64_t first = by_row_->first_column(block);
            by_row_->add(block, changes_, &sums_[first_bin_[first]]);
            for (std::int64_t c = first; c < by_row_->last_column(block); ++c)
              price_column(c, &sums_[first_bin_[c]], &total, residual);
          },
          poll);
    }
  }

  void price_several(const residual_rows& residual) {
    const std::int64_t rows = bins_.rows();
    const std::int64_t scores = residual.scores;
    const residual_steps& steps = residual.steps;
    const bool follows = kept_scores_ == scores && steps.count > 0 && steps.count < scores;
    const bool keeps = bin_count_ <= most_kept / scores;
    if (keeps && kept_scores_ != scores) {
      several_ = {};
      setting_.report.resize(several_, bin_count_ * scores);
    }
    kept_scores_ = 0;
    const row_numbers numbers =
        follows ? row_numbers(steps.directions, rows, steps.count, 1, rows, setting_.report)
                : row_numbers(residual.values, rows, scores, scores, 1, setting_.report);
    if (follows)
      follow(steps, numbers.totals().data(), 1, scores, totals_.data());
    else
      totals_ = numbers.totals();
    const auto offered = static_cast<std::int64_t>(offered_.size());
    const std::int64_t at_once = numbers.columns_at_once();
    setting_.team.run((offered + at_once - 1) / at_once,
                      [&](std::int64_t part) {
                        const std::int64_t first = part * at_once;
                        const std::int64_t count = std::min(at_once, offered - first);
                        price_together(&offered_[first], count, numbers, residual, follows, keeps);
                      },
                      [this] { setting_.report.poll(); });
    if (keeps) kept_scores_ = scores;
  }

  /// Of some columns: `numbers` are the directions where the sums follow them, else the residuals.
  void price_together(const std::int64_t* chosen, std::int64_t count, const row_numbers& numbers,
                      const residual_rows& residual, bool follows, bool keeps) {
    std::vector<const binned_column*> columns;
    std::vector<std::int64_t> first_sum = {0};
    for (std::int64_t k = 0; k < count; ++k) {
      columns.push_back(&bins_.columns()[chosen[k]]);
      first_sum.push_back(first_sum.back() + numbers.scores() * width_of(*columns.back()));
    }
    const auto kept = [&](std::int64_t k) {
      return &several_[first_bin_[chosen[k]] * residual.scores];
    };
    std::vector<double> own;  // of directions, or of too many bins to be kept
    if (follows || !keeps) setting_.report.resize(own, first_sum.back());
    std::vector<double*> sums;
    for (std::int64_t k = 0; k < count; ++k)
      sums.push_back(own.empty() ? kept(k) : &own[first_sum[k]]);
    numbers.histograms(columns, sums, setting_.report);
    for (std::int64_t k = 0; k < count; ++k) {
      if (follows) {
        follow(residual.steps, sums[k], width_of(*columns[k]), residual.scores, kept(k));
        sums[k] = kept(k);
      }
      price_column(chosen[k], sums[k], totals_.data(), residual);
    }
  }

  static std::int64_t width_of(const binned_column& column) {
    return static_cast<std::int64_t>(column.bin_count());
  }

  /// Moves sums of the residuals (scores x width) by those of their directions (steps x width).
  static void follow(const residual_steps& steps, const double* of_directions, std::int64_t width,
                     std::int64_t scores, double* sums) {
    for (std::int64_t m = 0; m < steps.count; ++m)
      for (std::int64_t s = 0; s < scores; ++s) {
        const double factor = steps.factors[m * scores + s];
        for (std::int64_t b = 0; b < width; ++b)
          sums[s * width + b] -= factor * of_directions[m * width + b];
      }
  }

  /// By its sums (scores x bins, 0 for the common bin, which gets its own) and the totals.
  void price_column(std::int64_t c, double* sums, const double* totals,
                    const residual_rows& residual) {
    if (stumps_[c] == nullptr) return;  // not offered
    const binned_column& column = bins_.columns()[c];
    for (std::int64_t s = 0; s < residual.scores; ++s)
      column.add_common(sums + s * static_cast<std::int64_t>(column.bin_count()), totals[s]);
    best_[c] = stumps_[c]->price({sums, totals, residual.scores, residual.rule});
  }

  /// Whichever thread computed them.
  [[nodiscard]] pricing best_of_columns() const {
    pricing best;
    best.squared_outside = 0;
    for (const std::int64_t c : offered_) {
      pricing of_column = best_[c];
      if (of_column.candidate != pricing::none) of_column.candidate = c;
      best.take_in(of_column);
    }
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

  pool_setting setting_;
  std::shared_ptr<const binned_columns> kept_bins_;
  const binned_columns& bins_;
  std::vector<std::int64_t> offered_;                   // columns
  std::vector<std::int64_t> first_bin_;                 // of each column
  std::vector<std::unique_ptr<column_stumps>> stumps_;  // of each column that is offered, or null
  std::int64_t bin_count_ = 0;                          // of all columns
  std::vector<double> sums_;                            // of one residual, by all these bins
  std::vector<double> several_;   // of several, column after column, each scores x bins
  std::int64_t kept_scores_ = 0;  // of how many residuals, those priced last; 0 where not kept
  std::vector<double> totals_;    // of these, over all rows
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
      "decision stumps: at every midpoint of every feature of numbers, +1 where x_d > t, else -1; "
      "of categories +1 at some levels, else -1; missing values on one of the two sides, and alone",
      {max_bins_option(),
       choice_option("levels", "one", "one|subset",
                     "stumps of a category: one level against all others, or every set of levels")},
      [](const pool_setting& setting) -> std::unique_ptr<pool> {
        return std::make_unique<exhaustive_stumps>(setting);
      },
      {&stump_learners(), &level_stump_learners()},
      true,
      true};
  return kind;
}

}  // namespace coppice
