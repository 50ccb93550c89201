// The best cut that a column offers to every node of a tree's deepest level, in one pass over the
// rows that the column lists. Memory and time go with these rows, not with the nodes times the
// bins.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "core/progress.hpp"
#include "data/binned_columns.hpp"
#include "pools/tree_criterion.hpp"

namespace coppice {

/// A cut of a column: what is above it in column.compare(cut, missing_above, ..).
struct tree_cut {
  std::int64_t column = -1;  // none
  std::int64_t cut = 0;
  bool missing_above = false;

  bool operator==(const tree_cut& other) const noexcept {
    return column == other.column && cut == other.cut && missing_above == other.missing_above;
  }
};

/// The nodes of a level.
struct open_nodes {
  std::vector<residual_sum> sums;            // of each
  const std::vector<std::int32_t>& node_of;  // of every row, by its place in the tree
  std::int32_t first;  // the place of the first open node; those before are closed
  const std::vector<residual_sum>& rows;  // of every row by itself
};

/// Which cuts are good, and which may be made.
struct cut_rules {
  tree_criterion criterion;
  double rounding;  // what is not larger may be rounding of other sums
  double least;     // A of a side
  const std::vector<tree_cut>& forbidden;
};

struct node_cut {
  double gain = 0;
  double worth = 0;       // what columns are compared by
  std::int64_t node = 0;  // among those that are open
  tree_cut at = {};
};

/// The cut of the largest gain of every open node that has one, the first of equals. `number` is
/// the column's among all.
std::vector<node_cut> best_cuts(const binned_column& column, std::int64_t number,
                                const open_nodes& open, const cut_rules& rules,
                                const progress& report);

/// Calls each(row, bin) for the rows that a column lists, polling now and then.
template <class Each>
void for_listed_rows(const binned_column& column, const progress& report, const Each& each) {
  std::visit(
      [&](const auto& bins) {
        report.in_pieces(
            static_cast<std::int64_t>(bins.size()), progress::rows_a_poll,
            [&](std::int64_t first, std::int64_t count) {
              for (std::int64_t k = first; k < first + count; ++k)
                each(column.lists_every_row ? k : static_cast<std::int64_t>(column.rows[k]),
                     static_cast<std::int64_t>(bins[k]));
            });
      },
      column.bins);
}

}  // namespace coppice
