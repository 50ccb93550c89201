// Decision stumps: a finite pool, priced exhaustively. The residual is summed up by the bins of
// every feature, and from these sums the stumps of each column find the best of theirs.
#include <algorithm>
#include <vector>

#include "core/random.hpp"
#include "data/binned_rows.hpp"
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
    std::vector<double> by_score;  // scores x rows
    if (follows)
      step_totals(steps, scores);
    else
      by_score = total_up(residual);
    setting_.team.run(
        static_cast<std::int64_t>(offered_.size()),
        [&](std::int64_t k) {
          const std::int64_t c = offered_[k];
          const std::size_t width = bins_.columns()[c].bin_count();
          std::vector<double> own;
          if (!keeps) setting_.report.resize(own, static_cast<std::int64_t>(width) * scores);
          double* const sums = keeps ? &several_[first_bin_[c] * scores] : own.data();
          if (follows)
            step_sums(bins_.columns()[c], steps, scores, sums);
          else
            for (std::int64_t s = 0; s < scores; ++s)
              bins_.columns()[c].histogram(&by_score[s * rows], rows, &sums[s * width],
                                           setting_.report);
          price_column(c, sums, totals_.data(), residual);
        },
        [this] { setting_.report.poll(); });
    if (keeps) kept_scores_ = scores;
  }

  /// The residuals, score after score, and what they add up to.
  std::vector<double> total_up(const residual_rows& residual) {
    const std::int64_t rows = bins_.rows();
    const std::int64_t scores = residual.scores;
    std::vector<double> by_score;
    setting_.report.resize(by_score, scores * rows);
    totals_.assign(static_cast<std::size_t>(scores), 0.0);
    setting_.report.in_pieces(rows, progress::rows_of_a_poll(scores),
                              [&](std::int64_t first, std::int64_t count) {
                                for (std::int64_t i = first; i < first + count; ++i)
                                  for (std::int64_t s = 0; s < scores; ++s) {
                                    by_score[s * rows + i] = residual.values[i * scores + s];
                                    totals_[s] += residual.values[i * scores + s];
                                  }
                              });
    return by_score;
  }

  void step_totals(const residual_steps& steps, std::int64_t scores) {
    const std::int64_t rows = bins_.rows();
    for (std::int64_t m = 0; m < steps.count; ++m) {
      double sum = 0;
      for (std::int64_t i = 0; i < rows; ++i) {
        setting_.report.poll_at(i);
        sum += steps.directions[m * rows + i];
      }
      for (std::int64_t s = 0; s < scores; ++s) totals_[s] -= sum * steps.factors[m * scores + s];
    }
  }

  /// Of the bins of a column, score after score.
  void step_sums(const binned_column& column, const residual_steps& steps, std::int64_t scores,
                 double* sums) const {
    const auto width = static_cast<std::int64_t>(column.bin_count());
    std::vector<double> of_direction(static_cast<std::size_t>(width));
    for (std::int64_t m = 0; m < steps.count; ++m) {
      column.histogram(&steps.directions[m * bins_.rows()], bins_.rows(), of_direction.data(),
                       setting_.report);
      for (std::int64_t s = 0; s < scores; ++s) {
        const double factor = steps.factors[m * scores + s];
        for (std::int64_t b = 0; b < width; ++b) sums[s * width + b] -= factor * of_direction[b];
      }
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
