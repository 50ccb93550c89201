#include "learners/trees.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text.hpp"
#include "learners/stumps.hpp"

namespace coppice {

void trees::append(const weak_learners& other, std::int64_t first, std::int64_t count) {
  const auto& more = static_cast<const trees&>(other);
  const std::int64_t begin = more.starts_[first];
  const std::int64_t moved = static_cast<std::int64_t>(nodes_.size()) - begin;
  append_some(more.nodes_, begin, more.starts_[first + count] - begin, nodes_);
  for (std::int64_t j = first; j < first + count; ++j)
    starts_.push_back(more.starts_[j + 1] + moved);
}

void trees::features_of(std::int64_t j, std::vector<std::int64_t>& out) const {
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  for (std::int64_t k = starts_[j]; k < starts_[j + 1]; ++k)
    if (!nodes_[k].is_leaf()) out.push_back(nodes_[k].feature);
  std::sort(out.begin() + first, out.end());
  out.erase(std::unique(out.begin() + first, out.end()), out.end());
}

bool trees::find_steps(std::int64_t j, step_function& out) const {
  std::vector<std::int64_t> features;
  features_of(j, features);
  if (features.size() > 1) return false;
  std::vector<double> thresholds;
  for (std::int64_t k = starts_[j]; k < starts_[j + 1]; ++k)
    if (!nodes_[k].is_leaf()) thresholds.push_back(nodes_[k].threshold);
  std::sort(thresholds.begin(), thresholds.end());
  thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
  const auto at = [&](double value) {
    return leaf_of(j, [value](const tree_node& /*node*/) { return value; });
  };
  out = {at(-std::numeric_limits<double>::max()), at(std::nan("")), {}};
  double before = out.base;
  for (const double threshold : thresholds) {
    const double behind = at(std::nextafter(threshold, std::numeric_limits<double>::infinity()));
    if (threshold < stumps::above_all_values && behind != before)
      out.steps.push_back({threshold, behind - before});
    before = behind;
  }
  return true;
}

document trees::save() const {
  std::vector<std::int64_t> sizes;
  for (std::size_t k = 1; k < starts_.size(); ++k) sizes.push_back(starts_[k] - starts_[k - 1]);
  std::vector<std::int32_t> features;
  std::vector<std::int32_t> above;
  std::vector<double> thresholds;
  std::vector<std::int32_t> missing_above;
  for (const tree_node& node : nodes_) {
    features.push_back(node.feature);
    above.push_back(node.above);
    thresholds.push_back(node.threshold);
    missing_above.push_back(node.missing_above);
  }
  document saved = document()
                       .with("nodes", sizes)
                       .with("feature", features)
                       .with("above", above)
                       .with("threshold", thresholds);
  const bool all_below = std::all_of(missing_above.begin(), missing_above.end(),
                                     [](std::int32_t side) { return side == 0; });
  if (!all_below) saved.add("missing_above", missing_above);
  return saved;
}

namespace {

document described(const tree_node* node) {
  if (node->is_leaf()) return document().with("output", node->threshold);
  document result = document().with("feature", node->feature);
  if (node->threshold == stumps::above_all_values) {
    result.add("condition", "is missing");
  } else {
    result.add("threshold", node->threshold);
    result.add("missing", node->missing_above != 0 ? "above" : "below");
  }
  result.add("below", described(node + 1));
  result.add("above", described(node + node->above));
  return result;
}

/// A tree is whole where every node has its two, each behind it, and nothing is left over: where
/// one branch ends the next begins.
void check_tree(const tree_node* nodes, std::int64_t count) {
  struct branch {
    std::int64_t place;
    std::int64_t depth;
  };
  std::vector<branch> to_come;  // those for "yes"
  std::int64_t depth = 0;
  for (std::int64_t k = 0; k < count; ++k) {
    const tree_node& node = nodes[k];
    if (!node.is_leaf()) {
      if (++depth > trees::most_depth)
        fail_damaged(text("a tree is more than ", trees::most_depth, " cuts deep"));
      to_come.push_back({k + node.above, depth});
      continue;
    }
    if (node.above != 0 || std::abs(node.threshold) != 1 || node.missing_above != 0)
      fail_damaged(text("a leaf of a tree says ", node.threshold, "; expected -1 or 1"));
    const bool ends = to_come.empty();
    const std::int64_t next = ends ? count : to_come.back().place;
    if (next != k + 1) fail_damaged("the nodes of a tree do not fit together");
    if (ends) return;
    depth = to_come.back().depth;
    to_come.pop_back();
  }
  fail_damaged("a tree lacks nodes");
}

std::unique_ptr<weak_learners> load_trees(document& saved, const learner_loading& loading) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  const auto sizes = saved.take_integers<std::int32_t>("nodes", 1, most);
  const auto features = saved.take_integers<std::int32_t>("feature", -1, loading.features - 1);
  const auto above = saved.take_integers<std::int32_t>("above", 0, most);
  const std::vector<double> thresholds = saved.take_finite_numbers("threshold");
  std::vector<std::int32_t> missing_above(features.size(), 0);
  if (saved.has("missing_above"))
    missing_above = saved.take_integers<std::int32_t>("missing_above", 0, 1);
  std::int64_t nodes = 0;
  for (const std::int32_t size : sizes) nodes += size;
  const std::vector<std::size_t> lengths = {above.size(), thresholds.size(), missing_above.size(),
                                            static_cast<std::size_t>(nodes)};
  for (const std::size_t length : lengths)
    if (length != features.size())
      fail_damaged(text("it has trees with ", features.size(), " features and ", length,
                        " other numbers of nodes"));

  auto result = std::make_unique<trees>();
  std::int64_t first = 0;
  for (const std::int32_t size : sizes) {
    std::vector<tree_node> one;
    for (std::int64_t k = first; k < first + size; ++k)
      one.push_back({features[k], above[k], thresholds[k], missing_above[k]});
    check_tree(one.data(), size);
    result->append(trees(std::move(one)));
    first += size;
  }
  return result;
}

}  // namespace

document trees::describe(std::int64_t j) const {
  return described(&nodes_[starts_[j]]);
}

const learner_kind& tree_learners() {
  static const learner_kind kind = {"tree", load_trees};
  return kind;
}

}  // namespace coppice
