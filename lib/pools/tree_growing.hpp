// Trees grown to the residual u of the training rows, level by level. A node with the sums
// S = sum u_i and A = sum |u_i| over its rows is worth S^2 / A: what least squares of sign(u_i),
// weighted by |u_i|, explains by one constant (the Gini index counts the same). It is split where
//
//     S_below^2 / A_below + S_above^2 / A_above
//
// is largest over all cuts of all features, missing values on either side, and "is missing". A leaf
// says sign(S), so that the tree's score, sum u_i h(x_i), is the sum of |S| over its leaves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/binned_columns.hpp"
#include "learners/trees.hpp"

namespace coppice {

struct tree_limits {
  std::int64_t depth;   // of the leaves, at most
  std::int64_t leaves;  // at most; 0 for any number
};

/// A cut of a column: what is above it in column.compare(cut, missing_above, ..).
struct tree_cut {
  std::int64_t column = -1;  // none
  std::int64_t cut = 0;
  bool missing_above = false;

  bool operator==(const tree_cut& other) const noexcept {
    return column == other.column && cut == other.cut && missing_above == other.missing_above;
  }
};

class tree_grower {
 public:
  /// Of the named columns of `bins`. All outlives it.
  tree_grower(const binned_columns& bins, std::vector<std::int64_t> columns,
              const tree_limits& limits, thread_team& team, const progress& report)
      : bins_(bins), columns_(std::move(columns)), limits_(limits), team_(team), report_(report) {}

  /// The nodes of a tree; its outputs on the rows go to `outputs`. The root takes none of the
  /// forbidden cuts. A tree that says the same everywhere is one leaf.
  std::vector<tree_node> grow(const std::vector<double>& residual,
                              const std::vector<tree_cut>& forbidden, float* outputs);

  /// The root's cut of the last tree.
  [[nodiscard]] const tree_cut& root() const noexcept { return root_; }

 private:
  struct split {
    double worth = 0;
    tree_cut at;
  };
  struct node {
    double sum = 0;        // S
    double magnitude = 0;  // A
    split best = {};
    std::int64_t below = -1;  // children, by their place; -1 in a leaf
    std::int64_t above = -1;
  };
  void find_splits(std::int64_t first, const std::vector<double>& residual,
                   const std::vector<tree_cut>& forbidden);
  void look_at_column(std::int64_t column, std::int64_t first, const std::vector<double>& residual,
                      const std::vector<tree_cut>& forbidden, split* best) const;
  void look_at_cuts(tree_cut at, const node& of, const double* by_bin, std::array<double, 2> below,
                    const std::vector<tree_cut>& forbidden, split& best) const;
  bool split_nodes(std::int64_t first, const std::vector<double>& residual);
  void divide_rows(std::int64_t of);
  void write(std::int64_t of, std::vector<tree_node>& to) const;

  const binned_columns& bins_;
  std::vector<std::int64_t> columns_;
  tree_limits limits_;
  thread_team& team_;
  const progress& report_;
  std::vector<node> nodes_;
  std::vector<std::int32_t> node_of_;  // of every row, the deepest
  tree_cut root_;
};

}  // namespace coppice
