// One level of a column against all others. Where values are missing in training, every level is
// there with them and without them, and they alone. A set and its complement are one stump: few
// levels leave fewer of these.
#include <vector>

#include "pools/column_stumps.hpp"
#include "pools/level_sets.hpp"

namespace coppice {
namespace {

class one_level_pricing final : public column_stumps {
 public:
  one_level_pricing(const binned_column& column, const pool_setting& setting)
      : column_(column),
        setting_(setting),
        excluded_(static_cast<std::size_t>(candidates_of(column)), 0) {}

  pricing price(const residual_sums& of) override {
    pricing best;
    best.squared_outside = 0;
    const auto look_at = [&](std::int64_t candidate) {
      if (excluded_[candidate] != 0) return;
      merit_sum worth(of.rule);
      for (std::int64_t s = 0; s < of.scores; ++s)
        worth.add(of.totals[s] - 2 * sum_of(candidate, of.by_bin + s * bins()));
      best.take_in({candidate, worth.merit(), worth.squares()});
    };
    setting_.report.in_pieces(candidates(), progress::rows_of_a_poll(of.scores),
                              [&](std::int64_t first, std::int64_t count) {
                                for (std::int64_t k = first; k < first + count; ++k) look_at(k);
                              });
    offered_ = best.candidate;
    return best;
  }

  std::unique_ptr<weak_learners> choose(float* outputs) const override {
    return make(offered_, outputs);
  }

  std::int64_t exclude() override {
    excluded_[offered_] = 1;
    return offered_;
  }

  void readmit(std::int64_t number) override { excluded_[number] = 0; }

  std::unique_ptr<weak_learners> draw(random_numbers& random, float* outputs) const override {
    return make(static_cast<std::int64_t>(random.below(excluded_.size())), outputs);
  }

 private:
  /// First each level, then missing values, then each level with them: {l}, {missing}, {l,
  /// missing}. What comes later among few is the complement of something before, or everything.
  static std::int64_t candidates_of(const binned_column& column) {
    const auto levels = static_cast<std::int64_t>(column.levels.size());
    if (!column.has_missing) return levels == 2 ? 1 : levels;
    return levels <= 2 ? 2 * levels - 1 : 2 * levels + 1;
  }
  [[nodiscard]] std::int64_t candidates() const {
    return static_cast<std::int64_t>(excluded_.size());
  }
  [[nodiscard]] std::int64_t levels() const {
    return static_cast<std::int64_t>(column_.levels.size());
  }
  [[nodiscard]] std::int64_t bins() const { return static_cast<std::int64_t>(column_.bin_count()); }

  [[nodiscard]] double sum_of(std::int64_t candidate, const double* sums) const {
    return candidate <= levels() ? sums[candidate]
                                 : sums[candidate - levels() - 1] + sums[levels()];
  }

  std::unique_ptr<weak_learners> make(std::int64_t candidate, float* outputs) const {
    bin_set set(column_.bin_count(), false);
    set[candidate <= levels() ? candidate : levels()] = true;
    if (candidate > levels()) set[candidate - levels() - 1] = true;
    return make_level_stump(column_, std::move(set), setting_, outputs);
  }

  const binned_column& column_;
  const pool_setting& setting_;
  std::vector<char> excluded_;  // of the candidates
  std::int64_t offered_ = pricing::none;
};

}  // namespace

std::unique_ptr<column_stumps> make_one_level_pricing(const binned_column& column,
                                                      const pool_setting& setting) {
  return std::make_unique<one_level_pricing>(column, setting);
}

}  // namespace coppice
