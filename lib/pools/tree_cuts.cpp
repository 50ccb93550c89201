#include "pools/tree_cuts.hpp"

#include <algorithm>
#include <utility>

namespace coppice {
namespace {

/// Sums by node and bin may be as many as this, or as the rows: more are not kept, and rows are
/// gathered node by node.
constexpr std::int64_t few_sums = std::int64_t{1} << 15;

/// A node of so many times fewer rows than there are bins sorts its rows; others have a sum for
/// every bin.
constexpr std::int64_t worth_sorting = 16;

class cut_search {
 public:
  cut_search(const binned_column& column, std::int64_t number, const open_nodes& open,
             const cut_rules& rules, const progress& report)
      : column_(column),
        number_(number),
        bins_(static_cast<std::int64_t>(column.bin_count())),
        open_(open),
        rules_(rules),
        report_(report) {}

  std::vector<node_cut> best_cuts() {
    const auto nodes = static_cast<std::int64_t>(open_.sums.size());
    const auto rows = static_cast<std::int64_t>(open_.rows.size());
    if (nodes <= std::max(few_sums, rows) / bins_)
      sum_up_at_once();
    else
      gather_by_node();
    return std::move(found_);
  }

 private:
  /// The sums of one node: of bin `bins[k]`, ascending, or of bin k where there are no such
  /// numbers.
  struct bin_sums {
    residual_sum* sums;
    const std::int64_t* bins;
    std::int64_t count;

    [[nodiscard]] std::int64_t bin(std::int64_t k) const { return bins == nullptr ? k : bins[k]; }
  };
  struct listed_row {
    std::uint32_t bin;
    std::uint32_t row;

    bool operator<(const listed_row& other) const noexcept {
      return bin != other.bin ? bin < other.bin : row < other.row;
    }
  };

  /// The place of a row's node among those that are open; negative where it is not.
  [[nodiscard]] std::int64_t node_of(std::int64_t row) const {
    return std::int64_t{open_.node_of[row]} - open_.first;
  }

  void sum_up_at_once() {
    const auto nodes = static_cast<std::int64_t>(open_.sums.size());
    report_.resize(sums_, nodes * bins_);
    for_listed_rows(column_, report_, [&](std::int64_t row, std::int64_t bin) {
      const std::int64_t node = node_of(row);
      if (node >= 0) sums_[node * bins_ + bin] += open_.rows[row];
    });
    for (std::int64_t n = 0; n < nodes; ++n) look_at_all_bins(n, &sums_[n * bins_]);
  }

  void gather_by_node() {
    const auto nodes = static_cast<std::int64_t>(open_.sums.size());
    std::vector<std::int64_t> ends(static_cast<std::size_t>(nodes), 0);  // first how many each has
    for_listed_rows(column_, report_, [&](std::int64_t row, std::int64_t) {
      const std::int64_t node = node_of(row);
      if (node >= 0) ++ends[node];
    });
    std::int64_t count = 0;
    for (std::int64_t& end : ends) count += std::exchange(end, count);
    std::vector<listed_row> listed;
    report_.resize(listed, count);
    for_listed_rows(column_, report_, [&](std::int64_t row, std::int64_t bin) {
      const std::int64_t node = node_of(row);
      if (node >= 0)
        listed[ends[node]++] = {static_cast<std::uint32_t>(bin), static_cast<std::uint32_t>(row)};
    });
    std::int64_t first = 0;
    for (std::int64_t n = 0; n < nodes; first = ends[n++]) {
      look_at_rows(n, listed.data() + first, ends[n] - first);
    }
  }

  /// At the node that has these rows.
  void look_at_rows(std::int64_t node, listed_row* rows, std::int64_t count) {
    sums_.clear();
    if (count * worth_sorting >= bins_) {
      report_.resize(sums_, bins_);
      for (std::int64_t k = 0; k < count; ++k) {
        report_.poll_at(k);
        sums_[rows[k].bin] += open_.rows[rows[k].row];
      }
      return look_at_all_bins(node, sums_.data());
    }
    std::sort(rows, rows + count);
    present_.clear();
    for (std::int64_t k = 0; k < count; ++k) {
      report_.poll_at(k);
      if (present_.empty() || present_.back() != rows[k].bin) {
        present_.push_back(rows[k].bin);
        sums_.emplace_back();
      }
      sums_.back() += open_.rows[rows[k].row];
    }
    auto bins = static_cast<std::int64_t>(present_.size());
    if (!column_.lists_every_row) {
      const residual_sum common = sum_of_common(node, sums_.data(), bins++);
      const auto place = std::lower_bound(present_.begin(), present_.end(), column_.common_bin);
      sums_.insert(sums_.begin() + (place - present_.begin()), common);
      present_.insert(place, column_.common_bin);
    }
    look_at_node(node, {sums_.data(), present_.data(), bins});
  }

  void look_at_all_bins(std::int64_t node, residual_sum* sums) {
    if (!column_.lists_every_row) sums[column_.common_bin] = sum_of_common(node, sums, bins_);
    look_at_node(node, {sums, nullptr, bins_});
  }

  /// The rows that are not listed are those of the node but for the others.
  [[nodiscard]] residual_sum sum_of_common(std::int64_t node, const residual_sum* sums,
                                           std::int64_t count) const {
    residual_sum common = open_.sums[node];
    for (std::int64_t k = 0; k < count; ++k) common -= sums[k];
    return common.magnitude > rules_.rounding ? common : residual_sum();
  }

  void look_at_node(std::int64_t node, const bin_sums& of) {
    node_cut best = {rules_.rounding, 0, node, {}};
    look_at_cuts({number_, 0, column_.has_missing}, of, {}, best);
    if (of.count > 0 && is_missing(of.bin(of.count - 1)))
      look_at_cuts({number_, 0, false}, of, of.sums[of.count - 1], best);
    if (best.at.column >= 0) found_.push_back(best);
    report_.poll_at(node);
  }

  [[nodiscard]] bool is_missing(std::int64_t bin) const {
    return column_.has_missing && bin + 1 == bins_;
  }

  /// The cuts that send missing values as `at` says, with what is below all cuts.
  void look_at_cuts(tree_cut at, const bin_sums& of, residual_sum below, node_cut& best) const {
    const residual_sum& all = open_.sums[best.node];
    const double whole = information(all);
    for (std::int64_t k = 0; k < of.count; ++k) {
      report_.poll_at(k);
      at.cut = of.bin(k);
      if (is_missing(at.cut)) return;
      if (of.sums[k].magnitude == 0) continue;
      below += of.sums[k];
      residual_sum above = all;
      above -= below;
      if (!(std::min(below.magnitude, above.magnitude) > rules_.least)) continue;
      const double gain = gain_of_cut(rules_.criterion, whole, below, above);
      if (!(gain > best.gain)) continue;
      const auto& forbidden = rules_.forbidden;
      if (std::find(forbidden.begin(), forbidden.end(), at) == forbidden.end()) {
        best.gain = gain;
        best.worth = worth_of_cut(rules_.criterion, gain, below, above);
        best.at = at;
      }
    }
  }

  const binned_column& column_;
  std::int64_t number_;
  std::int64_t bins_;
  const open_nodes& open_;
  const cut_rules& rules_;
  const progress& report_;
  std::vector<residual_sum> sums_;     // of every bin, or of those that are present
  std::vector<std::int64_t> present_;  // bins that one node has rows in, ascending
  std::vector<node_cut> found_;
};

}  // namespace

std::vector<node_cut> best_cuts(const binned_column& column, std::int64_t number,
                                const open_nodes& open, const cut_rules& rules,
                                const progress& report) {
  return cut_search(column, number, open, rules, report).best_cuts();
}

}  // namespace coppice
