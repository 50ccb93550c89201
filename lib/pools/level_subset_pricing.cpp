// Every set of a column's bins. With s_b the sum of the residual over bin b of B, the score of a
// set is sum_b +-s_b, + for the bins in it: the largest |score| is sum_b |s_b|, that of {b : s_b >
// 0}, and to turn the bins of a set F to their other side loses 2 sum_(b in F) |s_b|. So the best
// set that is not excluded is the first in the order of loss, which a heap yields set by set.
//
// The cross terms of the squared scores cancel over all sets. As one of a set and its complement
// counts, and none of those that tell no bins apart, what is outside has the squared scores
//
//     2^(B-1) sum_b s_b^2 - (sum_b s_b)^2 - (those of the excluded sets).
//
// With several residuals the candidates are the best set of each, judged by the rule: that is the
// best of all sets for the rule `largest`, and a good one for `magnitudes` and `squares`. The best
// for the rule `fit` is among the B - 1 sets that the bins begin with in the order of their mean
// responses (Fisher, "On grouping for maximum homogeneity", J. Am. Stat. Assoc. 53, 1958).
#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <set>
#include <utility>
#include <vector>

#include "core/sort.hpp"
#include "pools/column_stumps.hpp"
#include "pools/level_sets.hpp"

namespace coppice {
namespace {

/// As stumps are compared: the set, or its complement, without the first bin.
bin_set canonical(bin_set set) {
  if (set.front()) set.flip();
  return set;
}

double score_of(const bin_set& set, const double* sums) {
  double score = 0;
  for (std::size_t b = 0; b < set.size(); ++b) score += set[b] ? sums[b] : -sums[b];
  return score;
}

/// The sets of bins by ascending loss, with the best one to begin with. Of the bins by ascending
/// magnitude, the sets whose last one is bin k follow, by adding bin k + 1, or by putting it in the
/// place of bin k, from one another. To yield n sets takes the n smallest magnitudes.
class sets_by_loss {
 public:
  sets_by_loss(const double* sums, std::size_t bins, std::size_t most) : best_(bins) {
    for (std::size_t b = 0; b < bins; ++b) {
      best_[b] = sums[b] > 0;
      smallest_.emplace_back(std::abs(sums[b]), b);
    }
    const std::size_t needed = std::min(bins, most);
    std::partial_sort(smallest_.begin(), smallest_.begin() + static_cast<std::ptrdiff_t>(needed),
                      smallest_.end());
    smallest_.resize(needed);
  }

  [[nodiscard]] const bin_set& best() const { return best_; }

  /// The next behind the best one.
  bin_set next() {
    if (turns_.empty()) {
      push(none, 0);
    } else {
      const turn last = turns_[last_];
      if (last.bin + 1 < smallest_.size()) {
        push(last_, last.bin + 1);
        push(last.before, last.bin + 1);
      }
    }
    last_ = waiting_.top().second;
    waiting_.pop();
    bin_set set = best_;
    for (std::size_t k = last_; k != none; k = turns_[k].before) {
      const std::size_t bin = smallest_[turns_[k].bin].second;
      set[bin] = !set[bin];
    }
    return set;
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  /// A bin that is turned, and the one before it, which is turned as well.
  struct turn {
    double loss;  // of all
    std::size_t bin;
    std::size_t before;
  };

  void push(std::size_t before, std::size_t bin) {
    const double loss = (before == none ? 0 : turns_[before].loss) + smallest_[bin].first;
    waiting_.emplace(loss, turns_.size());
    turns_.push_back({loss, bin, before});
  }

  bin_set best_;
  std::vector<std::pair<double, std::size_t>> smallest_;  // magnitudes, and whose
  std::vector<turn> turns_;
  using entry = std::pair<double, std::size_t>;  // loss, and the turn that it ends with
  std::priority_queue<entry, std::vector<entry>, std::greater<>> waiting_;
  std::size_t last_ = none;
};

class level_subset_pricing final : public column_stumps {
 public:
  level_subset_pricing(const binned_column& column, const pool_setting& setting)
      : column_(column), setting_(setting) {}

  pricing price(const residual_sums& of) override {
    pricing best;
    best.squared_outside = 0;
    if (all_excluded()) return best;
    if (of.rule == merit_rule::fit) return price_by_means(of);
    for (std::int64_t s = 0; s < of.scores; ++s) {
      setting_.report.poll();
      const double* const sums = of.by_bin + s * static_cast<std::int64_t>(bins());
      bin_set set = best_of(sums);
      merit_sum worth(of.rule);
      for (std::int64_t k = 0; k < of.scores; ++k)
        worth.add(score_of(set, of.by_bin + k * static_cast<std::int64_t>(bins())));
      best.squared_outside += squared_outside(sums);
      if (best.offer(0, worth.merit())) offered_ = std::move(set);
    }
    return best;
  }

  std::unique_ptr<weak_learners> choose(float* outputs) const override {
    return make_level_stump(column_, offered_, setting_, outputs);
  }

  std::int64_t exclude() override {
    last_excluded_ = excluded_.insert(offered_).first;
    return 0;
  }

  void readmit(std::int64_t /*number*/) override { excluded_.erase(last_excluded_); }

  std::unique_ptr<weak_learners> draw(random_numbers& random, float* outputs) const override {
    bin_set set(bins(), false);
    while (is_constant(set))
      for (std::size_t b = 1; b < set.size(); ++b) set[b] = random.below(2) == 1;
    return make_level_stump(column_, std::move(set), setting_, outputs);
  }

 private:
  [[nodiscard]] std::size_t bins() const { return column_.bin_count(); }

  /// Of a canonical set.
  static bool is_constant(const bin_set& set) {
    return std::find(set.begin(), set.end(), true) == set.end();
  }

  /// 2^(B-1) - 1 sets tell bins apart.
  [[nodiscard]] bool all_excluded() const {
    return bins() <= 32 && excluded_.size() + 1 == std::size_t{1} << (bins() - 1);
  }

  /// By the rule fit.
  pricing price_by_means(const residual_sums& of) {
    const double* const responses = of.by_bin;
    const double* const weights = of.by_bin + bins();
    std::vector<std::pair<double, std::size_t>> order;  // mean responses, and whose
    for (std::size_t b = 0; b < bins(); ++b)
      order.emplace_back(weights[b] > 0 ? responses[b] / weights[b] : 0, b);
    sort(order, std::less<>(), setting_.report);
    const auto first_bins = [&](std::size_t count) {
      bin_set set(bins(), false);
      for (std::size_t k = 0; k < count; ++k) set[order[k].second] = true;
      return canonical(std::move(set));
    };
    pricing best;
    std::size_t most = 0;
    double response = 0;
    double weight = 0;
    for (std::size_t k = 1; k < bins(); ++k) {
      setting_.report.poll_at(static_cast<std::int64_t>(k));
      response += responses[order[k - 1].second];
      weight += weights[order[k - 1].second];
      merit_sum worth(of.rule);
      worth.add(2 * response - of.totals[0]);
      worth.add(2 * weight - of.totals[1]);
      if (!best.is_beaten_by(worth.merit())) continue;
      if (!excluded_.empty() && excluded_.count(first_bins(k)) != 0) continue;
      best.offer(0, worth.merit());
      most = k;
    }
    if (best.candidate != pricing::none) offered_ = first_bins(most);
    return best;
  }

  /// The best of those that are not excluded, of which there is one.
  [[nodiscard]] bin_set best_of(const double* sums) const {
    const auto usable = [&](const bin_set& set) {
      return !is_constant(set) && excluded_.count(set) == 0;
    };
    // Each of the others may come up twice, a set and later its complement.
    sets_by_loss sets(sums, bins(), 2 * (excluded_.size() + 2));
    bin_set set = canonical(sets.best());
    while (!usable(set)) {
      set = canonical(sets.next());
      setting_.report.poll();
    }
    return set;
  }

  [[nodiscard]] double squared_outside(const double* sums) const {
    double total = 0;
    double squares = 0;
    for (std::size_t b = 0; b < bins(); ++b) {
      total += sums[b];
      squares += sums[b] * sums[b];
    }
    double outside = std::ldexp(squares, static_cast<int>(std::min(bins(), most_bins)) - 1);
    outside -= total * total;
    for (const bin_set& set : excluded_) {
      const double score = score_of(set, sums);
      outside -= score * score;
      setting_.report.poll();
    }
    return std::max(outside, 0.0);
  }
  static constexpr std::size_t most_bins = 10000;  // beyond which 2^(B-1) is infinite either way

  const binned_column& column_;
  const pool_setting& setting_;
  std::set<bin_set> excluded_;  // canonical
  std::set<bin_set>::iterator last_excluded_;
  bin_set offered_;  // canonical
};

}  // namespace

std::unique_ptr<column_stumps> make_level_subset_pricing(const binned_column& column,
                                                         const pool_setting& setting) {
  return std::make_unique<level_subset_pricing>(column, setting);
}

}  // namespace coppice
