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
  nodes_.assign(1, node());
  for (std::size_t i = 0; i < residual.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    nodes_[0].sum += residual[i];
    nodes_[0].magnitude += std::abs(residual[i]);
  }
  node_of_.assign(residual.size(), 0);
  report_.poll();
  std::int64_t first = 0;  // of the deepest level
  for (std::int64_t depth = 0; depth < limits_.depth; ++depth) {
    const auto next = static_cast<std::int64_t>(nodes_.size());
    find_splits(first, residual, depth == 0 ? forbidden : std::vector<tree_cut>());
    if (!split_nodes(first, residual)) break;
    first = next;
  }
  root_ = nodes_[0].best.at;
  for (std::size_t i = 0; i < residual.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    outputs[i] = nodes_[node_of_[i]].sum >= 0 ? 1.0F : -1.0F;
  }
  std::vector<tree_node> result;
  write(0, result);
  return result;
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
    if (best[k].worth > of_node.worth) of_node = best[k];
  }
}

void tree_grower::look_at_column(std::int64_t column, std::int64_t first,
                                 const std::vector<double>& residual,
                                 const std::vector<tree_cut>& forbidden, split* best) const {
  const binned_column& values = bins_.columns()[column];
  const auto bins = static_cast<std::int64_t>(values.bin_count());
  const auto open = static_cast<std::int64_t>(nodes_.size()) - first;
  std::vector<double> sums(static_cast<std::size_t>(2 * open * bins));  // S and A of every bin
  for_listed(values, [&](std::size_t row, std::int64_t bin) {
    const std::int64_t at = node_of_[row] - first;
    if (at < 0) return;
    sums[2 * (at * bins + bin)] += residual[row];
    sums[2 * (at * bins + bin) + 1] += std::abs(residual[row]);
  });
  for (std::int64_t n = 0; n < open; ++n) {
    const node& of = nodes_[first + n];
    double* const by_bin = &sums[2 * n * bins];
    if (!values.lists_every_row) {
      double* const common = by_bin + 2 * static_cast<std::int64_t>(values.common_bin);
      common[0] = of.sum;
      common[1] = of.magnitude;
      for (std::int64_t b = 0; b < bins; ++b) {
        if (by_bin + 2 * b == common) continue;
        common[0] -= by_bin[2 * b];
        common[1] -= by_bin[2 * b + 1];
      }
    }
    look_at_cuts({column, 0, values.has_missing}, of, by_bin, {0, 0}, forbidden, best[n]);
    if (values.has_missing)
      look_at_cuts({column, 0, false}, of, by_bin, {by_bin[2 * bins - 2], by_bin[2 * bins - 1]},
                   forbidden, best[n]);
  }
}

/// The cuts of a column that send missing values as `at` says, with the sums S and A of those below
/// every cut.
void tree_grower::look_at_cuts(tree_cut at, const node& of, const double* by_bin,
                               std::array<double, 2> below, const std::vector<tree_cut>& forbidden,
                               split& best) const {
  const double least = rounding * nodes_[0].magnitude;
  const binned_column& values = bins_.columns()[at.column];
  const auto cuts = static_cast<std::int64_t>(values.cuts.size()) + (at.missing_above ? 1 : 0);
  for (at.cut = 0; at.cut < cuts; ++at.cut) {
    below[0] += by_bin[2 * at.cut];
    below[1] += by_bin[2 * at.cut + 1];
    const std::array<double, 2> above = {of.sum - below[0], of.magnitude - below[1]};
    if (!(below[1] > least) || !(above[1] > least)) continue;
    const double worth = below[0] * below[0] / below[1] + above[0] * above[0] / above[1];
    if (!(worth > best.worth)) continue;
    if (std::find(forbidden.begin(), forbidden.end(), at) == forbidden.end()) best = {worth, at};
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
    const double worth = nodes_[n].sum * nodes_[n].sum / nodes_[n].magnitude;
    const double gain = nodes_[n].best.worth - worth;
    if (gain > rounding * nodes_[0].magnitude) gains.emplace_back(-gain, n);
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
    nodes_[node_of_[i]].sum += residual[i];
    nodes_[node_of_[i]].magnitude += std::abs(residual[i]);
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

/// The nodes of a branch; where all its leaves say the same it is one leaf.
void tree_grower::write(std::int64_t of, std::vector<tree_node>& to) const {
  const node& written = nodes_[of];
  const std::size_t place = to.size();
  if (written.below < 0) {
    to.push_back(tree_node::leaf(written.sum >= 0 ? 1 : -1));
    return;
  }
  const tree_cut& at = written.best.at;
  const binned_column& values = bins_.columns()[at.column];
  const bool is_missing = at.cut == static_cast<std::int64_t>(values.cuts.size());
  bool missing_above = at.missing_above;
  if (!values.has_missing)  // those that only prediction will meet go where more weight is
    missing_above = nodes_[written.above].magnitude > nodes_[written.below].magnitude;
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
