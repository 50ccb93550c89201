// The weak learners of a model in the order of their choice; neighbours of one kind and one member
// of a union are stored together.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "data/missing_values.hpp"
#include "data/name_list.hpp"
#include "learners/learner_kind.hpp"

namespace coppice {

class learner_sequence {
 public:
  void append(std::unique_ptr<weak_learners> learners);
  /// Appends them as a part of their own.
  void append_part(std::unique_ptr<weak_learners> learners);
  /// Appends a copy of them; of `count` of them from `first` on.
  void append_copy(const weak_learners& learners) { append_copy(learners, 0, learners.size()); }
  void append_copy(const weak_learners& learners, std::int64_t first, std::int64_t count);
  [[nodiscard]] std::int64_t size() const noexcept { return size_; }
  [[nodiscard]] const std::vector<std::unique_ptr<weak_learners>>& parts() const noexcept {
    return parts_;
  }
  /// The part that holds learner j; j becomes its index in there.
  [[nodiscard]] const weak_learners& find(std::int64_t& j) const;

  /// h_j(x) of all learners.
  void outputs(const double* x, double* out) const;
  [[nodiscard]] bool calls_back() const noexcept;
  /// The features whose values some learner cannot do without.
  [[nodiscard]] needed_features needed(std::int64_t features) const;
  /// Roughly how many numbers are looked at to weigh the outputs on a row of so many features for
  /// so many values.
  [[nodiscard]] double row_cost(std::int64_t features, double values) const;

  /// Learner j for people, with the names of features and levels.
  [[nodiscard]] document describe(std::int64_t j, const name_list& names,
                                  const feature_levels& levels) const;
  /// In model files a list of groups, the parts.
  [[nodiscard]] document save() const;

 private:
  std::vector<std::unique_ptr<weak_learners>> parts_;
  std::int64_t size_ = 0;
};

/// From the member "learners" of `saved`, which is as save() wrote it; they come from so many
/// pools.
learner_sequence load_learners(document& saved, std::int64_t pools, std::int64_t features,
                               const feature_levels& levels, const learner_loader& by);

}  // namespace coppice
