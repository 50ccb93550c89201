// Decision stumps: a finite pool, priced exhaustively. The residual is summed up by the bins of
// every feature, and from these sums the stumps of each column find the best of theirs.
#include <algorithm>
#include <vector>

#include "core/random.hpp"
#include "learners/level_stumps.hpp"
#include "learners/stumps.hpp"
#include "pools/bin_sums.hpp"
#include "pools/column_stumps.hpp"
#include "pools/offered_columns.hpp"

namespace coppice {

const pool_kind& stump_pool();

namespace {

/// Prices every stump, and remembers the best of each column.
class exhaustive_stumps final : public pool {
 public:
  explicit exhaustive_stumps(const pool_setting& setting)
      : setting_(setting),
        kept_bins_(bins_by_option(setting)),
        bins_(*kept_bins_),
        offered_(offered_columns(bins_, setting)),
        sums_(bins_, offered_, setting.team, setting.report) {
    best_.resize(bins_.columns().size());
    stumps_.resize(bins_.columns().size());
    for (const std::int64_t c : offered_) {
      setting_.report.poll();
      stumps_[c] = stumps_of(bins_.columns()[c]);
    }
  }

  pricing price(const residual_rows& residual, double /*least*/) override {
    excluded_.clear();
    sums_.sum_up(residual, [&](std::int64_t c, const double* sums, const double* totals) {
      best_[c] = stumps_[c]->price({sums, totals, residual.scores, residual.rule});
    });
    return best_of_columns();
  }

  /// exclude() has seen to it that the best of a column is unlike those that were chosen.
  pricing price_another(const residual_rows& /*residual*/, double /*least*/) override {
    return best_of_columns();
  }

  /// Candidates are columns, each with the stump that it offers.
  std::unique_ptr<weak_learners> choose(std::int64_t candidate, float* column) override {
    return stumps_[candidate]->choose(column);
  }

  void exclude(std::int64_t candidate) override {
    excluded_.emplace_back(candidate, stumps_[candidate]->exclude());
    best_[candidate] = stumps_[candidate]->price_another();
  }

  [[nodiscard]] bool readmits() const override { return true; }
  void readmit(const std::vector<std::int64_t>& numbers) override {
    for (const std::int64_t k : numbers) stumps_[excluded_[k].first]->readmit(excluded_[k].second);
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
  [[nodiscard]] std::unique_ptr<column_stumps> stumps_of(const binned_column& column) const {
    if (!column.categorical()) return make_threshold_pricing(column, setting_);
    return setting_.wanted.options.choice("levels") == "one"
               ? make_one_level_pricing(column, setting_)
               : make_level_subset_pricing(column, setting_);
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

  pool_setting setting_;
  std::shared_ptr<const binned_columns> kept_bins_;
  const binned_columns& bins_;
  std::vector<std::int64_t> offered_;                   // columns
  std::vector<std::unique_ptr<column_stumps>> stumps_;  // of each column that is offered, or null
  bin_sums sums_;
  std::vector<pricing> best_;  // of each column, unlike what was excluded since the last pricing
  std::vector<std::pair<std::int64_t, std::int64_t>> excluded_;  // columns and whose of theirs
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
      true,
      1,
      true,
      "middle-stump"};
  return kind;
}

}  // namespace coppice
