// Decision trees: every inner node asks whether x_d > t, with a side for missing values as stumps
// have (stumps.hpp), and every leaf says -1 or +1.
//
// A tree is a list of nodes in which each is followed by all nodes below it, first those where the
// answer is no: the node for "no" is the next one, that for "yes" stands `above` places further on.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "learners/learner_kind.hpp"
#include "learners/learners_one_by_one.hpp"

namespace coppice {

struct tree_node {
  std::int32_t feature;  // -1 in a leaf
  std::int32_t above;    // places to the node for x_d > t; 0 in a leaf
  double threshold;      // in a leaf its output
  std::int32_t missing_above;

  static tree_node leaf(double output) { return {-1, 0, output, 0}; }
  [[nodiscard]] bool is_leaf() const noexcept { return feature < 0; }
  [[nodiscard]] bool is_above(double value) const {
    return (static_cast<int>(value > threshold) |
            (static_cast<int>(std::isnan(value)) & missing_above)) != 0;
  }
};

class trees final : public learners_one_by_one<trees> {
 public:
  static constexpr std::int64_t most_depth = 30;  // trees are described as nested as they are

  trees() = default;
  explicit trees(std::vector<tree_node> one) : nodes_(std::move(one)) {
    starts_.push_back(static_cast<std::int64_t>(nodes_.size()));
  }

  [[nodiscard]] const char* kind() const noexcept override { return "tree"; }
  [[nodiscard]] std::int64_t size() const noexcept override {
    return static_cast<std::int64_t>(starts_.size()) - 1;
  }
  using weak_learners::append;
  void append(const weak_learners& other, std::int64_t first, std::int64_t count) override;
  void features_of(std::int64_t j, std::vector<std::int64_t>& out) const override;
  [[nodiscard]] bool find_steps(std::int64_t j, step_function& out) const override;
  [[nodiscard]] document save() const override;
  [[nodiscard]] document describe(std::int64_t j) const override;

 private:
  friend class learners_one_by_one<trees>;

  [[nodiscard]] double output(std::int64_t j, const double* x, std::int64_t stride) const {
    return leaf_of(j, [=](const tree_node& node) { return x[node.feature * stride]; });
  }
  /// What tree j says of a row, `value` of which is what a node asks for.
  template <class Value>
  [[nodiscard]] double leaf_of(std::int64_t j, const Value& value) const {
    const tree_node* node = &nodes_[starts_[j]];
    while (!node->is_leaf()) node += node->is_above(value(*node)) ? node->above : 1;
    return node->threshold;
  }

  std::vector<tree_node> nodes_;  // of one tree after the other
  std::vector<std::int64_t> starts_ = {0};
};

const learner_kind& tree_learners();

}  // namespace coppice
