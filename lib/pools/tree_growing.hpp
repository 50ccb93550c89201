// Trees grown to the residual u of the training rows, level by level. A node is split by the cut
// that is best (tree_criterion.hpp) of all cuts of all features, missing values on either side, and
// "is missing"; subtrees may be pruned (tree_pruning.hpp). A leaf with the sums S and A says
// sign(S), so that the tree's score, sum u_i h(x_i), is the sum of |S| over its leaves.
//
// Where the residual leans to one side, as with few rows of one class, all leaves may have the same
// sign. That tree would be a constant, which tells no rows apart. Its leaves then say
//
//     sign(S_leaf - (S_root / A_root) A_leaf),
//
// the tree that best tells the leaves above the average from those below. Some are above and some
// below wherever a cut gains anything. Its score may be 0 all the same, at which boosting would
// stop: where the best stump, the one cut of the largest score, scores more, it is grown instead.
//
// A tree that may have one cut alone is always the best stump, but by the gain ratio.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/binned_columns.hpp"
#include "learners/trees.hpp"
#include "pools/tree_cuts.hpp"

namespace coppice {

struct tree_rules {
  std::int64_t depth;   // of the leaves, at most
  std::int64_t leaves;  // at most; 0 for any number
  tree_criterion criterion;
  double confidence;  // of pessimistic pruning; 0 for none

  [[nodiscard]] bool one_cut() const noexcept { return depth == 1 || leaves == 2; }
  /// Whether the tree is the best stump.
  [[nodiscard]] bool stump() const noexcept {
    return one_cut() && criterion == tree_criterion::gini;
  }
  /// Whether nothing but least squares is asked of it, for which A may be any weight.
  [[nodiscard]] bool by_squares() const noexcept {
    return criterion == tree_criterion::gini && confidence == 0;
  }
};

class tree_grower {
 public:
  /// Of the named columns of `bins`. All outlives it.
  tree_grower(const binned_columns& bins, std::vector<std::int64_t> columns,
              const tree_rules& rules, thread_team& team, const progress& report)
      : bins_(bins), columns_(std::move(columns)), rules_(rules), team_(team), report_(report) {}

  /// The nodes of a tree grown to the rows, each by its own u and A; its outputs on them go to
  /// `outputs`. The best stump is that by `of_one_cut`. The root takes none of the forbidden cuts.
  /// A tree that says the same everywhere is one leaf.
  std::vector<tree_node> grow(const std::vector<residual_sum>& rows, tree_criterion of_one_cut,
                              const std::vector<tree_cut>& forbidden, std::vector<float>& outputs);

  /// The root's cut of the last tree; none of a leaf.
  [[nodiscard]] const tree_cut& root() const noexcept { return root_; }

 private:
  struct node {
    residual_sum of_rows;
    double gain = 0;  // of the best cut
    tree_cut best = {};
    std::int32_t below = -1;  // children, by their place; -1 in a leaf
    std::int32_t above = -1;
    float output = 0;     // of a leaf
    bool pruned = false;  // is in no tree any more
  };
  void grow_nodes(const std::vector<residual_sum>& rows, const std::vector<tree_cut>& forbidden,
                  bool stump, tree_criterion of_one_cut);
  void find_cuts(const open_nodes& open, const cut_rules& rules);
  bool split_nodes(std::int32_t first);
  void divide_rows(std::int32_t first, const std::vector<residual_sum>& rows);
  [[nodiscard]] std::vector<std::int64_t> columns_cut(std::int32_t first) const;
  void prune_nodes();
  template <class Each>
  void for_leaves(const Each& each);
  bool label_by_sums(bool stump);
  void label_by_deviations();
  [[nodiscard]] double score_of_leaves();
  void write(std::int32_t of, std::vector<tree_node>& to) const;

  const binned_columns& bins_;
  std::vector<std::int64_t> columns_;
  tree_rules rules_;
  thread_team& team_;
  const progress& report_;
  std::vector<node> nodes_;
  std::vector<std::int32_t> node_of_;   // of every row, the deepest
  std::vector<std::int32_t> child_of_;  // of rows that the column that divides their node lists
  tree_cut root_;
};

}  // namespace coppice
