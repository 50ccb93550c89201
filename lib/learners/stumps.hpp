// Decision stumps: h(x) = +1 where x_d > t, else -1. Each has a side for missing values, above or
// below. "x_d is missing" is a stump too: nothing but missing values is above the largest double.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "learners/learner_kind.hpp"
#include "learners/learners_one_by_one.hpp"

namespace coppice {

class stumps final : public learners_one_by_one<stumps> {
 public:
  static constexpr double above_all_values = std::numeric_limits<double>::max();

  stumps() = default;
  /// `missing_above` has a 1 for each stump that takes missing values as above its threshold, and a
  /// 0 for each that takes them as below.
  stumps(std::vector<std::int32_t> features, std::vector<double> thresholds,
         std::vector<std::int32_t> missing_above)
      : features_(std::move(features)),
        thresholds_(std::move(thresholds)),
        missing_above_(std::move(missing_above)) {}

  [[nodiscard]] const char* kind() const noexcept override { return "stump"; }
  [[nodiscard]] std::int64_t size() const noexcept override {
    return static_cast<std::int64_t>(features_.size());
  }
  using weak_learners::append;
  void append(const weak_learners& other, std::int64_t first, std::int64_t count) override {
    const auto& more = static_cast<const stumps&>(other);
    append_some(more.features_, first, count, features_);
    append_some(more.thresholds_, first, count, thresholds_);
    append_some(more.missing_above_, first, count, missing_above_);
  }
  void features_of(std::int64_t j, std::vector<std::int64_t>& out) const override {
    out.push_back(features_[j]);
  }
  [[nodiscard]] bool find_steps(std::int64_t j, step_function& out) const override;
  void add_weighted_strided(const strided_rows& rows, const double* weights, std::int64_t scores,
                            double* sums) const override;
  [[nodiscard]] document save() const override;
  [[nodiscard]] document describe(std::int64_t j) const override;

 private:
  friend class learners_one_by_one<stumps>;

  /// Looked up, not chosen: the processor would guess a branch on the value wrong.
  [[nodiscard]] double output(std::int64_t j, const double* x, std::int64_t stride) const {
    const double value = x[features_[j] * stride];
    const int above = static_cast<int>(value > thresholds_[j]) |
                      (static_cast<int>(std::isnan(value)) & missing_above_[j]);
    return sides[above];
  }
  static constexpr std::array<double, 2> sides = {-1, 1};

  std::vector<std::int32_t> features_;
  std::vector<double> thresholds_;
  std::vector<std::int32_t> missing_above_;
};

const learner_kind& stump_learners();

}  // namespace coppice
