// Threshold stumps of one column: with the residual summed up by bins, the score of the cut after
// bin k is
//
//     sum_i u_i h(x_i) = total - 2 (sums_0 + .. + sums_k),
//
// so that all cuts of a column cost one pass over its bins. Where values are missing in training,
// their bin is the last: what is not below a cut is above it or missing, and "is missing" is the
// cut behind all values. A second pass over the bins, with missing values below every cut, has the
// other side. Elsewhere missing values, which only prediction will meet, go where most rows do.
//
// Cuts side by side are much alike: one of them is enough for a residual. The cuts that were chosen
// before divide the others into runs, though, and what a cut corrects hardly matters to another
// run, since the weights of the chosen cuts between them are refitted. Each run offers its best
// cut. With missing values on the other side a cut is much the same stump, so that it takes the
// runs of both sides that it lies in.
#include <cmath>
#include <vector>

#include "core/row_sums.hpp"
#include "learners/stumps.hpp"
#include "pools/column_stumps.hpp"

namespace coppice {
namespace {

class threshold_pricing final : public column_stumps {
 public:
  threshold_pricing(const binned_column& column, const pool_setting& setting)
      : column_(column), setting_(setting) {}

  pricing price(const residual_sums& of) override {
    runs_.clear();
    const pricing best = of.scores == 1 ? price_one(of.by_bin, *of.totals) : price_several(of);
    offered_ = best.candidate;
    return best;
  }

  pricing price_another() override {
    const std::int64_t taken = cut_of(offered_);
    pricing best;
    for (run_of_cuts& run : runs_) {
      if (run.first <= taken && taken < run.end) run.best.candidate = pricing::none;
      if (run.best.candidate != pricing::none) best.offer(run.best.candidate, run.best.merit);
    }
    offered_ = best.candidate;
    return best;
  }

  std::unique_ptr<weak_learners> choose(float* outputs) const override {
    return make(offered_, outputs);
  }

  std::int64_t exclude() override {
    if (excluded_.empty()) setting_.report.resize(excluded_, candidates());
    excluded_[offered_] = 1;
    return offered_;
  }

  void readmit(std::int64_t number) override { excluded_[number] = 0; }

  std::unique_ptr<weak_learners> draw(random_numbers& random, float* outputs) const override {
    const auto stumps = static_cast<std::uint64_t>(candidates());
    return make(static_cast<std::int64_t>(random.below(stumps)), outputs);
  }

 private:
  /// Cuts from one that is excluded to the next, and what they offered at the last pricing; none
  /// where it is much like a stump that was chosen since.
  struct run_of_cuts {
    explicit run_of_cuts(std::int64_t its_first) : first(its_first), end(its_first) {
      best.squared_outside = 0;
    }
    pricing best;
    std::int64_t first;
    std::int64_t end;
  };

  /// Every cut; where there are missing values, every cut with them above it, the cut that has
  /// nothing else above, and every cut with them below it.
  [[nodiscard]] std::int64_t candidates() const {
    return column_.has_missing ? 2 * cuts() + 1 : cuts();
  }
  [[nodiscard]] std::int64_t cuts() const { return static_cast<std::int64_t>(column_.cuts.size()); }
  [[nodiscard]] bool is_excluded(std::int64_t candidate) const {
    return !excluded_.empty() && excluded_[candidate] != 0;
  }

  [[nodiscard]] std::int64_t cut_of(std::int64_t candidate) const {
    return candidate > cuts() ? candidate - cuts() - 1 : candidate;
  }

  /// Of the candidates; writes its outputs.
  std::unique_ptr<weak_learners> make(std::int64_t candidate, float* outputs) const {
    const bool below = candidate > cuts();
    const std::int64_t cut = cut_of(candidate);
    for_rows(setting_.team, setting_.report, setting_.examples.rows(), 1,
             [&](std::int64_t first, std::int64_t last) {
               column_.compare(cut, !below, first, last, outputs);
             });
    const bool missing_above = column_.has_missing ? !below : heavier_side(outputs, setting_) > 0;
    return std::make_unique<stumps>(
        std::vector<std::int32_t>{static_cast<std::int32_t>(column_.feature)},
        std::vector<double>{cut == cuts() ? stumps::above_all_values : column_.cuts[cut]},
        std::vector<std::int32_t>{missing_above ? 1 : 0});
  }

  pricing price_one(const double* sums, double total) {
    pricing best;
    best.squared_outside = 0;
    add_cuts(0, column_.has_missing ? cuts() + 1 : cuts(), sums, 0, total, best);
    if (column_.has_missing) add_cuts(cuts() + 1, cuts(), sums, sums[cuts() + 1], total, best);
    return best;
  }

  /// Of the candidates from `first` on, one a cut, with the sum `below` under the first bin.
  void add_cuts(std::int64_t first, std::int64_t count, const double* sums, double below,
                double total, pricing& best) {
    run_of_cuts run(0);
    for (std::int64_t k = 0; k < count; ++k) {
      below += sums[k];
      if (is_excluded(first + k)) {
        end_run(run, k, best);
        continue;
      }
      const double score = total - 2 * below;
      run.best.squared_outside += score * score;
      // Nearly all cuts end at this comparison, which spares them the closer one.
      if (run.best.candidate == pricing::none || std::abs(score) > run.best.merit)
        run.best.offer(first + k, std::abs(score));
    }
    end_run(run, count, best);
  }

  /// Takes what the run offers into the best; another one begins behind the cut.
  void end_run(run_of_cuts& run, std::int64_t cut, pricing& best) {
    best.take_in(run.best);
    run.end = cut;
    if (run.best.candidate != pricing::none) runs_.push_back(run);
    run = run_of_cuts(cut + 1);
  }

  pricing price_several(const residual_sums& of) {
    const auto bins = static_cast<std::int64_t>(column_.bin_count());
    std::vector<double> below(static_cast<std::size_t>(of.scores), 0.0);
    pricing best;
    best.squared_outside = 0;
    add_cuts(0, column_.has_missing ? cuts() + 1 : cuts(), of, below, best);
    if (!column_.has_missing) return best;
    for (std::int64_t s = 0; s < of.scores; ++s) below[s] = of.by_bin[s * bins + cuts() + 1];
    add_cuts(cuts() + 1, cuts(), of, below, best);
    return best;
  }

  /// The same with several residuals; `below` becomes the sums under the last cut.
  void add_cuts(std::int64_t first, std::int64_t count, const residual_sums& of,
                std::vector<double>& below, pricing& best) {
    const auto bins = static_cast<std::int64_t>(column_.bin_count());
    run_of_cuts run(0);
    const auto look_at = [&](std::int64_t k) {
      merit_sum worth(of.rule);
      for (std::int64_t s = 0; s < of.scores; ++s) {
        below[s] += of.by_bin[s * bins + k];
        worth.add(of.totals[s] - 2 * below[s]);
      }
      if (is_excluded(first + k)) return end_run(run, k, best);
      run.best.squared_outside += worth.squares();
      run.best.offer(first + k, worth.merit());
    };
    setting_.report.in_pieces(count, progress::rows_of_a_poll(of.scores),
                              [&](std::int64_t from, std::int64_t width) {
                                for (std::int64_t k = from; k < from + width; ++k) look_at(k);
                              });
    end_run(run, count, best);
  }

  const binned_column& column_;
  const pool_setting& setting_;
  std::vector<char> excluded_;  // of the candidates; empty as long as none is
  std::int64_t offered_ = pricing::none;
  std::vector<run_of_cuts> runs_;
};

}  // namespace

std::unique_ptr<column_stumps> make_threshold_pricing(const binned_column& column,
                                                      const pool_setting& setting) {
  return std::make_unique<threshold_pricing>(column, setting);
}

}  // namespace coppice
