#include "pools/tree_growing.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "learners/stumps.hpp"
#include "pools/cut_choice.hpp"
#include "pools/tree_pruning.hpp"

namespace coppice {
namespace {

/// Cuts that wait to be compared, one a column and node, and the columns looked at in one go where
/// these are too many.
constexpr std::int64_t cuts_at_once = std::int64_t{1} << 18;
constexpr std::int64_t columns_at_once = 16;

bool is_above(const binned_column& column, const tree_cut& at, std::int64_t bin) {
  const bool missing =
      column.has_missing && bin + 1 == static_cast<std::int64_t>(column.bin_count());
  return missing ? at.missing_above : bin > at.cut;
}

}  // namespace

std::vector<tree_node> tree_grower::grow(const std::vector<residual_sum>& rows,
                                         tree_criterion of_one_cut,
                                         const std::vector<tree_cut>& forbidden,
                                         std::vector<float>& outputs) {
  grow_nodes(rows, forbidden, rules_.stump(), of_one_cut);
  if (!label_by_sums(rules_.stump()) && !rules_.stump()) {
    label_by_deviations();
    const double score = score_of_leaves();
    std::vector<node> tree = std::move(nodes_);
    std::vector<std::int32_t> leaf_of = std::move(node_of_);
    grow_nodes(rows, forbidden, true, of_one_cut);
    label_by_sums(true);
    if (score_of_leaves() <= score) {
      nodes_ = std::move(tree);
      node_of_ = std::move(leaf_of);
    }
  }
  root_ = nodes_[0].below < 0 ? tree_cut() : nodes_[0].best;
  outputs.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    outputs[i] = nodes_[node_of_[i]].output;
  }
  std::vector<tree_node> result;
  write(0, result);
  return result;
}

/// The nodes of a tree, or of the best stump, and the leaf of every row.
void tree_grower::grow_nodes(const std::vector<residual_sum>& rows,
                             const std::vector<tree_cut>& forbidden, bool stump,
                             tree_criterion of_one_cut) {
  static const std::vector<tree_cut> none;
  const auto count = static_cast<std::int64_t>(rows.size());
  nodes_.assign(1, node());
  for (std::int64_t i = 0; i < count; ++i) {
    report_.poll_at(i);
    nodes_[0].of_rows += rows[i];
  }
  node_of_.clear();
  child_of_.clear();
  report_.resize(node_of_, count);
  report_.resize(child_of_, count);
  const tree_criterion criterion = stump ? of_one_cut : rules_.criterion;
  const double all = nodes_[0].of_rows.magnitude;
  std::int32_t first = 0;  // of the deepest level
  for (std::int64_t level = 0; level < (stump ? 1 : rules_.depth); ++level) {
    const auto next = static_cast<std::int32_t>(nodes_.size());
    open_nodes open = {{}, node_of_, first, rows};
    for (std::int32_t n = first; n < next; ++n) {
      report_.poll_at(n);
      open.sums.push_back(nodes_[n].of_rows);
    }
    find_cuts(open, {criterion, rounding_of_sums * all, least_side(criterion, all, count),
                     level == 0 ? forbidden : none});
    if (!split_nodes(first)) break;
    divide_rows(first, rows);
    first = next;
  }
  if (!stump && rules_.confidence > 0 && nodes_.size() > 1) prune_nodes();
}

/// The best cut of every open node.
void tree_grower::find_cuts(const open_nodes& open, const cut_rules& rules) {
  const auto columns = static_cast<std::int64_t>(columns_.size());
  const auto nodes = static_cast<std::int64_t>(open.sums.size());
  const std::int64_t width = std::max(columns_at_once, cuts_at_once / nodes);
  std::vector<cut_choice> choices;
  report_.resize(choices, nodes);
  for (std::int64_t c = 0; c < columns; c += width) {
    std::vector<std::vector<node_cut>> found(std::min(width, columns - c));
    team_.run(
        static_cast<std::int64_t>(found.size()),
        [&](std::int64_t k) {
          const std::int64_t column = columns_[c + k];
          found[k] = best_cuts(bins_.columns()[column], column, open, rules, report_);
        },
        [this] { report_.poll(); });
    for (const std::vector<node_cut>& of_column : found)
      for (const node_cut& cut : of_column) {
        report_.poll_at(cut.node);
        choices[cut.node].take(cut);
      }
  }
  for (std::int64_t n = 0; n < nodes; ++n) {
    report_.poll_at(n);
    const node_cut chosen = choices[n].chosen();
    nodes_[open.first + n].gain = chosen.gain;
    nodes_[open.first + n].best = chosen.at;
  }
}

/// Gives children to the nodes of the level that begins with `first`, to those that gain most where
/// not all may be split; false where none is.
bool tree_grower::split_nodes(std::int32_t first) {
  const auto last = static_cast<std::int32_t>(nodes_.size());
  std::vector<std::int32_t> chosen;
  std::int64_t leaves = 0;
  for (std::int32_t n = 0; n < last; ++n) {
    report_.poll_at(n);
    leaves += nodes_[n].below < 0 ? 1 : 0;
    if (n >= first && nodes_[n].best.column >= 0) chosen.push_back(n);
  }
  const std::int64_t most = std::max<std::int64_t>(rules_.leaves - leaves, 0);
  if (rules_.leaves > 0 && most < static_cast<std::int64_t>(chosen.size())) {
    std::nth_element(chosen.begin(), chosen.begin() + most, chosen.end(),
                     [this](std::int32_t a, std::int32_t b) {
                       return nodes_[a].gain != nodes_[b].gain ? nodes_[a].gain > nodes_[b].gain
                                                               : a < b;
                     });
    chosen.resize(most);
    std::sort(chosen.begin(), chosen.end());
  }
  for (const std::int32_t n : chosen) {
    report_.poll_at(n);
    nodes_[n].below = static_cast<std::int32_t>(nodes_.size());
    nodes_[n].above = nodes_[n].below + 1;
    nodes_.resize(nodes_.size() + 2);
  }
  return !chosen.empty();
}

/// The rows of the nodes from `first` on to their children. Columns say where their listed rows go;
/// the others all go to one side.
void tree_grower::divide_rows(std::int32_t first, const std::vector<residual_sum>& rows) {
  const std::vector<std::int64_t> columns = columns_cut(first);
  team_.run(
      static_cast<std::int64_t>(columns.size()),
      [&](std::int64_t k) {
        const binned_column& values = bins_.columns()[columns[k]];
        for_listed_rows(values, report_, [&](std::int64_t row, std::int64_t bin) {
          const node& of = nodes_[node_of_[row]];
          if (node_of_[row] < first || of.below < 0 || of.best.column != columns[k]) return;
          child_of_[row] = is_above(values, of.best, bin) ? of.above : of.below;
        });
      },
      [this] { report_.poll(); });
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(rows.size()); ++i) {
    report_.poll_at(i);
    const node& of = nodes_[node_of_[i]];
    if (of.below < 0) continue;
    if (child_of_[i] == 0) {
      const binned_column& values = bins_.columns()[of.best.column];
      child_of_[i] = is_above(values, of.best, values.common_bin) ? of.above : of.below;
    }
    node_of_[i] = std::exchange(child_of_[i], 0);
    nodes_[node_of_[i]].of_rows += rows[i];
  }
}

/// The columns that nodes from `first` on are split by, ascending.
std::vector<std::int64_t> tree_grower::columns_cut(std::int32_t first) const {
  std::vector<char> cut(bins_.columns().size(), 0);
  for (auto n = static_cast<std::size_t>(first); n < nodes_.size(); ++n)
    if (nodes_[n].below >= 0) cut[nodes_[n].best.column] = 1;
  std::vector<std::int64_t> columns;
  for (const std::int64_t column : columns_)
    if (cut[column] != 0) columns.push_back(column);
  return columns;
}

/// Makes leaves of subtrees; their rows belong to these.
void tree_grower::prune_nodes() {
  const double cases = static_cast<double>(node_of_.size()) / nodes_[0].of_rows.magnitude;
  std::vector<prunable_node> prunable;
  prunable.reserve(nodes_.size());
  for (const node& one : nodes_) {
    report_.poll_at(static_cast<std::int64_t>(prunable.size()));
    const residual_sum& of = one.of_rows;
    prunable.push_back({cases * of.magnitude, cases * (of.magnitude - std::abs(of.sum)) / 2,
                        one.below, one.above});
  }
  const std::vector<std::int32_t> stands_for = prune(prunable, rules_.confidence, report_);
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    report_.poll_at(static_cast<std::int64_t>(n));
    node& one = nodes_[n];
    one.pruned = stands_for[n] != static_cast<std::int32_t>(n);
    if (one.below >= 0 && stands_for[one.below] != one.below) one.below = one.above = -1;
  }
  for (std::size_t i = 0; i < node_of_.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    node_of_[i] = stands_for[node_of_[i]];
  }
}

template <class Each>
void tree_grower::for_leaves(const Each& each) {
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    report_.poll_at(static_cast<std::int64_t>(n));
    if (nodes_[n].below < 0 && !nodes_[n].pruned) each(nodes_[n]);
  }
}

/// Every leaf says the sign of its sum; of a stump the side with the larger sum says +1, the other
/// -1. False where all leaves say the same.
bool tree_grower::label_by_sums(bool stump) {
  const double centre = stump ? nodes_[0].of_rows.sum / 2 : 0;
  bool minus = false;
  bool plus = false;
  for_leaves([&](node& leaf) {
    leaf.output = leaf.of_rows.sum >= centre ? 1 : -1;
    (leaf.output > 0 ? plus : minus) = true;
  });
  return minus && plus;
}

void tree_grower::label_by_deviations() {
  const double average = nodes_[0].of_rows.mean();
  for_leaves([average](node& leaf) {
    leaf.output = leaf.of_rows.sum - average * leaf.of_rows.magnitude >= 0 ? 1 : -1;
  });
}

/// sum_i u_i h(x_i), but 0 of a tree that is one leaf.
double tree_grower::score_of_leaves() {
  double score = 0;
  for_leaves([&score](const node& leaf) { score += leaf.of_rows.sum * leaf.output; });
  return nodes_.size() > 1 ? std::abs(score) : 0;
}

/// The nodes of a branch; where all its leaves say the same it is one leaf.
void tree_grower::write(std::int32_t of, std::vector<tree_node>& to) const {
  const node& written = nodes_[of];
  const std::size_t place = to.size();
  report_.poll_at(static_cast<std::int64_t>(place));
  if (written.below < 0) {
    to.push_back(tree_node::leaf(written.output));
    return;
  }
  const tree_cut& at = written.best;
  const binned_column& values = bins_.columns()[at.column];
  const bool is_missing = at.cut == static_cast<std::int64_t>(values.cuts.size());
  bool missing_above = at.missing_above;
  if (!values.has_missing)  // those that only prediction will meet go where more weight is
    missing_above =
        nodes_[written.above].of_rows.magnitude > nodes_[written.below].of_rows.magnitude;
  to.push_back({static_cast<std::int32_t>(values.feature), 0,
                is_missing ? stumps::above_all_values : values.cuts[at.cut],
                missing_above ? 1 : 0});
  write(written.below, to);
  to[place].above = static_cast<std::int32_t>(to.size() - place);
  write(written.above, to);
  if (to.size() == place + 3 && to[place + 1].threshold == to[place + 2].threshold) {
    to[place] = to[place + 1];
    to.resize(place + 1);
  }
}

}  // namespace coppice
