// Decision trees of bounded depth, grown to the residual (tree_growing.hpp). There are too many to
// price all: the one grown greedily is offered, and where it was excluded, the one whose root is
// the next best cut.
//
// With several residuals a tree is grown to each, and the one of the largest merit is offered. A
// tree of one cut is the best stump of its residual; with several residuals there may be a stump of
// a larger merit that is the best for none of them alone. Pool stump finds it.
//
// tree(split=gain-ratio, pruning=pessimistic, depth=30) is much as C4.5 grows trees, which Lin &
// Li, Support Vector Machinery for Infinite Ensemble Learning (2008), compare with.
#include "pools/tree_growing.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "core/random.hpp"
#include "learners/stumps.hpp"
#include "pools/offered_columns.hpp"

namespace coppice {

const pool_kind& tree_pool();

namespace {

/// Roots to try before the pool gives up, where each gives an excluded tree.
constexpr int most_roots = 100;

tree_rules rules_of(const option_values& options) {
  const bool gini = options.choice("split") == "gini";
  const bool pruned = options.choice("pruning") == "pessimistic";
  return {options.integer("depth"), options.integer("leaves"),
          gini ? tree_criterion::gini : tree_criterion::gain_ratio,
          pruned ? options.real("confidence") : 0};
}

class grown_trees final : public pool {
 public:
  explicit grown_trees(const pool_setting& setting)
      : setting_(setting),
        rows_(setting.examples.rows()),
        kept_bins_(bins_by_option(setting)),
        columns_(offered_columns(*kept_bins_, setting)),
        rules_(rules_of(setting.wanted.options)),
        grower_(*kept_bins_, columns_, rules_, setting.team, setting.report) {}

  pricing price(const residual_rows& residual, double /*least*/) override {
    pricing best;
    const bool fits = residual.rule == merit_rule::fit && rules_.by_squares();
    std::vector<residual_sum> rows;
    std::vector<float> outputs;
    setting_.report.resize(rows, rows_);
    for (std::int64_t s = 0; s < residual.responses(); ++s) {
      for (std::int64_t i = 0; i < rows_; ++i) {
        setting_.report.poll_at(i);
        const double* const u = residual.values + i * residual.scores;
        rows[i] = {u[s], fits ? u[1] : std::abs(u[s])};
      }
      std::vector<tree_node> grown =
          grow_another(rows, fits ? tree_criterion::gini : tree_criterion::score, outputs);
      if (grown.empty()) continue;
      const double merit = worth_of(outputs.data(), rows_, residual, setting_.report).merit;
      if (!best.offer(0, merit)) continue;
      tree_.swap(grown);
      column_.swap(outputs);
    }
    return best;
  }

  [[nodiscard]] bool offers_unlike() const override { return false; }

  std::unique_ptr<weak_learners> choose(std::int64_t /*candidate*/, float* column) override {
    const progress& report = setting_.report;
    report.in_pieces(rows_, progress::rows_a_poll, [&](std::int64_t first, std::int64_t count) {
      std::copy_n(&column_[first], count, column + first);
    });
    std::vector<tree_node> nodes;
    nodes.reserve(tree_.size());
    report.in_pieces(static_cast<std::int64_t>(tree_.size()), progress::rows_a_poll,
                     [&](std::int64_t first, std::int64_t count) {
                       nodes.insert(nodes.end(), &tree_[first], &tree_[first] + count);
                     });
    return std::make_unique<trees>(std::move(nodes));
  }

  void exclude(std::int64_t /*candidate*/) override { excluded_.insert(signs_of(column_)); }

  /// Every inner node takes any cut of any feature, every leaf any output, each as likely as the
  /// others. There are as many leaves as the depth and the limit allow, but no more than rows.
  std::vector<std::unique_ptr<weak_learners>> draw(std::int64_t count) override {
    std::vector<std::unique_ptr<weak_learners>> drawn;
    if (columns_.empty()) return drawn;
    random_numbers random(stream_seed(setting_.seed, draws_++));
    const std::int64_t leaves = rules_.leaves > 0 ? std::min(rules_.leaves, rows_) : rows_;
    for (std::int64_t k = 0; k < count; ++k) {
      setting_.report.poll();
      std::vector<tree_node> nodes;
      draw_branch(random, rules_.depth, leaves, nodes);
      drawn.push_back(std::make_unique<trees>(std::move(nodes)));
    }
    return drawn;
  }

 private:
  /// The first tree whose outputs differ from all excluded ones; without nodes where no root gives
  /// one. A cut that gives an excluded tree of one cut gives it for every residual.
  std::vector<tree_node> grow_another(const std::vector<residual_sum>& rows,
                                      tree_criterion of_one_cut, std::vector<float>& outputs) {
    std::vector<tree_cut> forbidden = excluded_cuts_;
    for (int k = 0; k < most_roots || rules_.one_cut(); ++k) {
      std::vector<tree_node> grown = grower_.grow(rows, of_one_cut, forbidden, outputs);
      if (grower_.root().column < 0) return {};
      if (grown.size() > 1 && excluded_.count(signs_of(outputs)) == 0) return grown;
      forbidden.push_back(grower_.root());
      if (rules_.one_cut()) excluded_cuts_ = forbidden;
    }
    return {};
  }

  /// The outputs as bits; those of a tree and its opposite are the same.
  [[nodiscard]] std::vector<std::uint64_t> signs_of(const std::vector<float>& outputs) const {
    std::vector<std::uint64_t> words(outputs.size() / 64 + 1, 0);
    for (std::int64_t i = 0; i < rows_; ++i) {
      setting_.report.poll_at(i);
      const std::uint64_t differs = outputs[i] == outputs[0] ? 0 : 1;
      words[i / 64] |= differs << static_cast<unsigned>(i % 64);
    }
    return words;
  }

  void draw_branch(random_numbers& random, std::int64_t depth, std::int64_t leaves,
                   std::vector<tree_node>& to) const {
    setting_.report.poll_at(static_cast<std::int64_t>(to.size()));
    if (depth == 0 || leaves < 2) {
      to.push_back(tree_node::leaf(random.below(2) == 0 ? -1 : 1));
      return;
    }
    const binned_column& column = kept_bins_->columns()[columns_[random.below(columns_.size())]];
    const std::size_t place = to.size();
    to.push_back({static_cast<std::int32_t>(column.feature), 0,
                  column.cuts.empty() ? stumps::above_all_values
                                      : column.cuts[random.below(column.cuts.size())],
                  column.cuts.empty() ? 1 : static_cast<std::int32_t>(random.below(2))});
    draw_branch(random, depth - 1, leaves / 2, to);
    to[place].above = static_cast<std::int32_t>(to.size() - place);
    draw_branch(random, depth - 1, leaves - leaves / 2, to);
  }

  pool_setting setting_;
  std::int64_t rows_;
  std::shared_ptr<const binned_columns> kept_bins_;
  std::vector<std::int64_t> columns_;  // offered
  tree_rules rules_;
  tree_grower grower_;
  std::vector<tree_node> tree_;  // of the last pricing
  std::vector<float> column_;    // its outputs
  std::set<std::vector<std::uint64_t>> excluded_;
  std::vector<tree_cut> excluded_cuts_;  // of trees of one cut
  std::uint64_t draws_ = 0;
};

}  // namespace

const pool_kind& tree_pool() {
  static const pool_kind kind = {
      "tree",
      "decision trees with outputs -1 and +1, grown greedily to the residual",
      {integer_option("depth", "3", 1, trees::most_depth, "1 <= depth <= 30",
                      "cuts from the root to a leaf, at most"),
       integer_option("leaves", "0", 0, "leaves >= 0", "leaves at most; 0 for as many as fit"),
       choice_option("split", "gini", "gini|gain-ratio",
                     "what cuts are chosen by: the Gini index, or the gain ratio of C4.5"),
       choice_option(
           "pruning", "none", "none|pessimistic",
           "subtrees that become leaves: none, or where C4.5 expects no more errors of a leaf"),
       real_option("confidence", "0.25", 0, true, 1, "0 < confidence <= 1",
                   "of pessimistic pruning; the smaller, the more becomes a leaf"),
       max_bins_option()},
      [](const pool_setting& setting) -> std::unique_ptr<pool> {
        return std::make_unique<grown_trees>(setting);
      },
      {&tree_learners()},
      true};
  return kind;
}

}  // namespace coppice
