// Which column's cut splits a node. Of the columns that gain at least as much as the average of
// those that offer a cut, it is the one of the largest worth, the first of equals: the rule of
// C4.5, whose gain ratio alone would favour cuts of a few rows. Where the worth is the gain, this
// is the cut of the largest gain.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pools/tree_cuts.hpp"

namespace coppice {

class cut_choice {
 public:
  /// The best cut of the next column. The average is not known before the last of them, so all are
  /// kept but those that another beats both by its gain and by its worth.
  void take(const node_cut& offered) {
    gains_ += offered.gain;
    ++count_;
    const auto beats = [](const node_cut& one, const node_cut& other) {
      return one.gain >= other.gain && one.worth >= other.worth;
    };
    for (const node_cut& kept : kept_)
      if (beats(kept, offered)) return;
    kept_.erase(std::remove_if(kept_.begin(), kept_.end(),
                               [&](const node_cut& kept) { return beats(offered, kept); }),
                kept_.end());
    kept_.push_back(offered);
  }

  /// None where no column offered one.
  [[nodiscard]] node_cut chosen() const {
    constexpr double rounding = 1e-12;  // of the average of equal gains
    const double least = gains_ / static_cast<double>(count_) * (1 - rounding);
    node_cut best;
    for (const node_cut& cut : kept_)
      if (cut.gain >= least && cut.worth > best.worth) best = cut;
    return best;
  }

 private:
  std::vector<node_cut> kept_;
  double gains_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace coppice
