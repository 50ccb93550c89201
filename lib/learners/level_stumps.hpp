// Level stumps, of features that are categories: h(x) = +1 where the level x_d is one of a set S,
// else -1. S has known levels only: what is missing (NaN), or no level of the training set, is
// outside of it. That takes nothing from the pool, as -h and h are worth the same.
//
// A stump has a bit for each level of a stretch that S lies in, so that one of few levels is small
// however many levels there are.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "learners/learner_kind.hpp"
#include "learners/learners_one_by_one.hpp"

namespace coppice {

class level_stumps final : public learners_one_by_one<level_stumps> {
 public:
  level_stumps() = default;
  /// One stump; `levels` are the codes in S, ascending, one at least.
  level_stumps(std::int32_t feature, const std::vector<std::int32_t>& levels) {
    add(feature, levels.data(), levels.data() + levels.size());
  }

  /// Appends one whose S are the codes of [first, last), ascending, one at least.
  void add(std::int32_t feature, const std::int32_t* first, const std::int32_t* last);

  [[nodiscard]] const char* kind() const noexcept override { return "level-stump"; }
  [[nodiscard]] std::int64_t size() const noexcept override {
    return static_cast<std::int64_t>(features_.size());
  }
  using weak_learners::append;
  void append(const weak_learners& other, std::int64_t first, std::int64_t count) override;
  void features_of(std::int64_t j, std::vector<std::int64_t>& out) const override {
    out.push_back(features_[j]);
  }
  [[nodiscard]] bool find_steps(std::int64_t j, step_function& out) const override;
  [[nodiscard]] document save() const override;
  [[nodiscard]] document describe(std::int64_t j) const override;

 private:
  friend class learners_one_by_one<level_stumps>;

  /// A bit for each of `length` levels from `first` on, and a 0 behind them, in words from `word`
  /// on.
  struct stretch {
    double end;  // first + length
    std::uint32_t first;
    std::uint32_t length;
    std::int64_t word;
  };

  /// Looked up, not chosen: the processor would guess a branch on the value wrong. What is not in
  /// the stretch, NaN with it, is looked up in the 0 behind it.
  [[nodiscard]] double output(std::int64_t j, const double* x, std::int64_t stride) const {
    const stretch& in = stretches_[j];
    const double value = x[features_[j] * stride];
    const double level = value < in.end ? value : in.end;
    const std::uint32_t along =
        static_cast<std::uint32_t>(static_cast<std::int32_t>(level)) - in.first;
    const std::uint32_t place = along < in.length ? along : in.length;
    return sides[words_[in.word + (place >> 6U)] >> (place & 63U) & 1U];
  }
  static constexpr std::array<double, 2> sides = {-1, 1};

  /// Appends them, ascending.
  void levels_of(std::int64_t j, std::vector<std::int32_t>& out) const;

  std::vector<std::int32_t> features_;
  std::vector<stretch> stretches_;
  std::vector<std::uint64_t> words_;
};

const learner_kind& level_stump_learners();

}  // namespace coppice
