#include "pools/tree_growing.hpp"

#include <algorithm>
#include <cmath>

#include "learners/stumps.hpp"

namespace coppice {
namespace {

/// Sums below this share of the root's are rounding of other sums.
constexpr double rounding = 1e-12;

/// Calls each(row, bin) for the listed rows of a column.
template <class Each>
void for_listed(const binned_column& column, const Each& each) {
  std::visit(
      [&](const auto& bins) {
        for (std::size_t k = 0; k < bins.size(); ++k)
          each(column.lists_every_row ? k : column.rows[k], static_cast<std::int64_t>(bins[k]));
      },
      column.bins);
}

bool is_above(const binned_column& column, const tree_cut& at, std::int64_t bin) {
  const bool missing =
      column.has_missing && bin + 1 == static_cast<std::int64_t>(column.bin_count());
  return missing ? at.missing_above : bin > at.cut;
}

}  // namespace

std::vector<tree_node> tree_grower::grow(const std::vector<double>& residual,
                                         const std::vector<tree_cut>& forbidden, float* outputs) {
  grow_nodes(residual, forbidden, limits_.one_cut());
  if (!label_by_sums() && !limits_.one_cut()) {
    label_by_deviations();
    const double score = score_of_leaves();
    std::vector<node> tree = std::move(nodes_);
    std::vector<std::int32_t> leaf_of = std::move(node_of_);
    grow_nodes(residual, forbidden, true);
    label_by_sums();
    if (score_of_leaves() <= score) {
      nodes_ = std::move(tree);
      node_of_ = std::move(leaf_of);
    }
  }
  root_ = nodes_[0].best.at;
  for (std::size_t i = 0; i < residual.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    outputs[i] = nodes_[node_of_[i]].output;
  }
  std::vector<tree_node> result;
  write(0, result);
  return result;
}

/// The nodes of a tree, or of the best stump, and the leaf of every row.
void tree_grower::grow_nodes(const std::vector<double>& residual,
                             const std::vector<tree_cut>& forbidden, bool stump) {
  criterion_ = stump ? tree_criterion::score : tree_criterion::gini;
  nodes_.assign(1, node());
  for (std::size_t i = 0; i < residual.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    nodes_[0].of_rows.add(residual[i]);
  }
  node_of_.assign(residual.size(), 0);
  report_.poll();
  std::int64_t first = 0;  // of the deepest level
  for (std::int64_t level = 0; level < (stump ? 1 : limits_.depth); ++level) {
    const auto next = static_cast<std::int64_t>(nodes_.size());
    find_splits(first, residual, level == 0 ? forbidden : std::vector<tree_cut>());
    if (!split_nodes(first, residual)) break;
    first = next;
  }
}

/// The best split of every node of the level that begins with `first`.
void tree_grower::find_splits(std::int64_t first, const std::vector<double>& residual,
                              const std::vector<tree_cut>& forbidden) {
  const auto open = static_cast<std::int64_t>(nodes_.size()) - first;
  const auto columns = static_cast<std::int64_t>(columns_.size());
  std::vector<split> best(static_cast<std::size_t>(columns * open));
  team_.run(
      columns,
      [&](std::int64_t k) {
        look_at_column(columns_[k], first, residual, forbidden, &best[k * open]);
      },
      [this] { report_.poll(); });
  for (std::int64_t k = 0; k < columns * open; ++k) {
    split& of_node = nodes_[first + k % open].best;
    if (best[k].gain > of_node.gain) of_node = best[k];
  }
}

void tree_grower::look_at_column(std::int64_t column, std::int64_t first,
                                 const std::vector<double>& residual,
                                 const std::vector<tree_cut>& forbidden, split* best) const {
  const binned_column& values = bins_.columns()[column];
  const auto bins = static_cast<std::int64_t>(values.bin_count());
  const auto open = static_cast<std::int64_t>(nodes_.size()) - first;
  std::vector<residual_sum> sums(static_cast<std::size_t>(open * bins));
  for_listed(values, [&](std::size_t row, std::int64_t bin) {
    const std::int64_t at = node_of_[row] - first;
    if (at < 0) return;
    sums[at * bins + bin].add(residual[row]);
  });
  for (std::int64_t n = 0; n < open; ++n) {
    const node& of = nodes_[first + n];
    residual_sum* const by_bin = &sums[n * bins];
    if (!values.lists_every_row) {
      residual_sum common = of.of_rows;
      for (std::int64_t b = 0; b < bins; ++b) {
        common.sum -= by_bin[b].sum;
        common.magnitude -= by_bin[b].magnitude;
      }
      by_bin[values.common_bin] = common;
    }
    look_at_cuts({column, 0, values.has_missing}, of, by_bin, {}, forbidden, best[n]);
    if (values.has_missing)
      look_at_cuts({column, 0, false}, of, by_bin, by_bin[bins - 1], forbidden, best[n]);
  }
}

/// The cuts of a column that send missing values as `at` says, with what is below all cuts.
void tree_grower::look_at_cuts(tree_cut at, const node& of, const residual_sum* by_bin,
                               residual_sum below, const std::vector<tree_cut>& forbidden,
                               split& best) const {
  const double least = rounding * nodes_[0].of_rows.magnitude;
  const binned_column& values = bins_.columns()[at.column];
  const auto cuts = static_cast<std::int64_t>(values.cuts.size()) + (at.missing_above ? 1 : 0);
  for (at.cut = 0; at.cut < cuts; ++at.cut) {
    below.sum += by_bin[at.cut].sum;
    below.magnitude += by_bin[at.cut].magnitude;
    const residual_sum above = {of.of_rows.sum - below.sum, of.of_rows.magnitude - below.magnitude};
    if (!(below.magnitude > least) || !(above.magnitude > least)) continue;
    const double gain = gain_of_cut(criterion_, below, above);
    if (!(gain > best.gain)) continue;
    if (std::find(forbidden.begin(), forbidden.end(), at) == forbidden.end()) best = {gain, at};
  }
}

/// Splits the nodes of the level that begins with `first`, the best first where not all may be;
/// false where none is.
bool tree_grower::split_nodes(std::int64_t first, const std::vector<double>& residual) {
  const auto last = static_cast<std::int64_t>(nodes_.size());
  std::vector<std::pair<double, std::int64_t>> gains;
  std::int64_t leaves = last - first;
  for (std::int64_t n = 0; n < last; ++n) {
    if (n < first) leaves += nodes_[n].below < 0 ? 1 : 0;
    if (n < first || nodes_[n].best.at.column < 0) continue;
    const double gain = nodes_[n].best.gain;
    if (gain > rounding * nodes_[0].of_rows.magnitude) gains.emplace_back(-gain, n);
  }
  std::sort(gains.begin(), gains.end());
  bool any = false;
  for (const auto& [gain, n] : gains) {
    if (limits_.leaves > 0 && leaves >= limits_.leaves) break;
    nodes_[n].below = static_cast<std::int64_t>(nodes_.size());
    nodes_[n].above = nodes_[n].below + 1;
    nodes_.resize(nodes_.size() + 2);
    divide_rows(n);
    ++leaves;
    any = true;
  }
  for (std::size_t i = 0; any && i < residual.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    if (node_of_[i] < last) continue;
    nodes_[node_of_[i]].of_rows.add(residual[i]);
  }
  return any;
}

/// The rows of a node to its children.
void tree_grower::divide_rows(std::int64_t of) {
  const node& divided = nodes_[of];
  const tree_cut& at = divided.best.at;
  const binned_column& values = bins_.columns()[at.column];
  const auto here = static_cast<std::int32_t>(of);
  for_listed(values, [&](std::size_t row, std::int64_t bin) {
    if (node_of_[row] != here) return;
    node_of_[row] =
        static_cast<std::int32_t>(is_above(values, at, bin) ? divided.above : divided.below);
  });
  report_.poll();
  if (values.lists_every_row) return;
  const std::int64_t rest = is_above(values, at, values.common_bin) ? divided.above : divided.below;
  for (std::size_t i = 0; i < node_of_.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    if (node_of_[i] == here) node_of_[i] = static_cast<std::int32_t>(rest);
  }
}

/// Every leaf says the sign of its sum; of a stump the side with the larger sum says +1, the other
/// -1. False where all leaves say the same.
bool tree_grower::label_by_sums() {
  const double centre = criterion_ == tree_criterion::score ? nodes_[0].of_rows.sum / 2 : 0;
  bool minus = false;
  bool plus = false;
  for (node& leaf : nodes_) {
    if (leaf.below >= 0) continue;
    leaf.output = leaf.of_rows.sum >= centre ? 1 : -1;
    (leaf.output > 0 ? plus : minus) = true;
  }
  return minus && plus;
}

void tree_grower::label_by_deviations() {
  const double average = nodes_[0].of_rows.mean();
  for (node& leaf : nodes_)
    leaf.output = leaf.of_rows.sum - average * leaf.of_rows.magnitude >= 0 ? 1 : -1;
}

/// sum_i u_i h(x_i), but 0 of a tree that is one leaf.
double tree_grower::score_of_leaves() const {
  double score = 0;
  for (const node& leaf : nodes_)
    if (leaf.below < 0 && nodes_.size() > 1) score += leaf.of_rows.sum * leaf.output;
  return std::abs(score);
}

/// The nodes of a branch; where all its leaves say the same it is one leaf.
void tree_grower::write(std::int64_t of, std::vector<tree_node>& to) const {
  const node& written = nodes_[of];
  const std::size_t place = to.size();
  if (written.below < 0) {
    to.push_back(tree_node::leaf(written.output));
    return;
  }
  const tree_cut& at = written.best.at;
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
