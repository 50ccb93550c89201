// The rows of a margin problem (margin_master.hpp) that Newton's steps look at. Most rows rest:
// while the point moves a little, their a stays on its bound, so that together they add to the loss
// what is linear in (w, b). Watched are the others: rows between their bounds, rows whose anchor is
// not their a, and rows nearer to their kink than a radius, which may reach it.
//
// Chosen in blocks of rows, each on any thread: first every block counts its own, so that it then
// knows where they stand.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "core/row_sums.hpp"
#include "core/thread_team.hpp"
#include "core/unset_vector.hpp"
#include "masters/design.hpp"
#include "masters/margin_master.hpp"

namespace coppice {

template <class Loss>
class watched_rows {
 public:
  /// Of rows(), in the order of these: what a step looks at lies side by side.
  struct states {
    row_values sign;
    row_values cost;
    row_values slack;
    row_values anchor;
    row_values change;  // of the slack in a whole step, downwards

    template <class Each>
    void for_each(const Each& each) {
      for (row_values* const values : {&sign, &cost, &slack, &anchor, &change}) each(*values);
    }
  };
  /// What the rows that rest add up to where the others were chosen.
  struct totals {
    double loss = 0;
    double balance = 0;  // y'a
    double size = 0;     // sum of |a|
  };

  /// All outlive it.
  watched_rows(const margin_problem& problem, thread_team& team, const progress& report)
      : problem_(problem), team_(team), report_(report) {
    // At the start all are watched; and memory that is kept needs no new pages.
    const std::size_t all = problem.signs.size();
    rows_.reserve(all);
    states_.for_each([&](row_values& values) { values.reserve(all); });
    negated_dual_.reserve(all);
    last_rows_.reserve(all);
    last_anchors_.reserve(all);
  }

  /// What all rows, watched or not, make of new decision values.
  struct overview {
    double loss = 0;
    double moved = 0;      // by how much, the one that moved farthest
    bool crossed = false;  // one not watched has crossed its kink
  };
  [[nodiscard]] overview look_at_all(const std::vector<double>& last_f,
                                     const std::vector<double>& f,
                                     const std::vector<double>& signed_dual) const;

  /// The same where decision values are made from the slacks of the watched and from those of the
  /// rows that rest. Of a smooth loss: what rests adds nothing to it, and it is not told.
  [[nodiscard]] overview follow(const row_values& resting_f, std::vector<double>& f) const;

  /// By the decision values and y a of all rows. Rows that were watched keep their anchors.
  void choose(const std::vector<double>& f, const std::vector<double>& signed_dual, double radius);

  /// All anchors: the next are the a.
  void forget() noexcept { rows_.clear(); }

  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(rows_.size());
  }
  [[nodiscard]] const row_indices& rows() const noexcept { return rows_; }
  [[nodiscard]] const row_indices& resting() const noexcept { return resting_rows_; }
  [[nodiscard]] states& all() noexcept { return states_; }
  [[nodiscard]] const states& all() const noexcept { return states_; }
  [[nodiscard]] const totals& others() const noexcept { return resting_; }

  /// -y a of each where they were chosen.
  [[nodiscard]] const row_values& negated_dual() const noexcept { return negated_dual_; }

 private:
  struct block {
    totals sum;
    std::int64_t watched = 0;
  };
  /// What choose() was given.
  struct point {
    const std::vector<double>& f;
    const std::vector<double>& signed_dual;
    double radius;
  };
  [[nodiscard]] block count(std::int64_t first, std::int64_t last, const point& at) const;
  template <class Each>
  void for_each(std::int64_t first, std::int64_t last, const point& at, const Each& each) const;

  const margin_problem& problem_;
  thread_team& team_;
  const progress& report_;
  row_indices rows_;
  states states_;
  row_values negated_dual_;
  row_indices last_rows_;
  row_values last_anchors_;
  totals resting_;
  row_indices resting_rows_;
};

template <class Loss>
typename watched_rows<Loss>::overview watched_rows<Loss>::look_at_all(
    const std::vector<double>& last_f, const std::vector<double>& f,
    const std::vector<double>& signed_dual) const {
  const auto look = [&](std::int64_t first, std::int64_t last) {
    overview found;
    auto next_watched = std::lower_bound(rows_.begin(), rows_.end(), first);
    for (std::int64_t i = first; i < last; ++i) {
      found.moved = std::max(found.moved, std::abs(f[i] - last_f[i]));
      const double y = problem_.signs[i];
      const double s = 1 - y * f[i];
      found.loss += Loss::value(problem_.costs[i], s);
      if (next_watched != rows_.end() && *next_watched == i)
        ++next_watched;
      else if (!Loss::rests(problem_.costs[i], y * signed_dual[i], s, 0))
        found.crossed = true;
    }
    return found;
  };
  overview all;
  for (const overview& found :
       of_blocks<overview>(team_, report_, static_cast<std::int64_t>(f.size()), look)) {
    all.loss += found.loss;
    all.moved = std::max(all.moved, found.moved);
    all.crossed |= found.crossed;
  }
  return all;
}

template <class Loss>
typename watched_rows<Loss>::overview watched_rows<Loss>::follow(const row_values& resting_f,
                                                                 std::vector<double>& f) const {
  overview all;
  all.moved =
      largest_over_rows(team_, report_, size(), 1, 0, [&](std::int64_t first, std::int64_t last) {
        double moved = 0;
        for (std::int64_t k = first; k < last; ++k) {
          double& of_row = f[rows_[k]];
          const double now = states_.sign[k] * (1 - states_.slack[k]);
          moved = std::max(moved, std::abs(now - of_row));
          of_row = now;
        }
        return moved;
      });
  const auto others = static_cast<std::int64_t>(resting_rows_.size());
  for (const overview& found :
       of_blocks<overview>(team_, report_, others, [&](std::int64_t first, std::int64_t last) {
         overview of_block;
         for (std::int64_t k = first; k < last; ++k) {
           const std::int64_t i = resting_rows_[k];
           of_block.moved = std::max(of_block.moved, std::abs(resting_f[k] - f[i]));
           of_block.crossed |= 1 - problem_.signs[i] * resting_f[k] > 0;
           f[i] = resting_f[k];
         }
         return of_block;
       })) {
    all.moved = std::max(all.moved, found.moved);
    all.crossed |= found.crossed;
  }
  return all;
}

template <class Loss>
void watched_rows<Loss>::choose(const std::vector<double>& f,
                                const std::vector<double>& signed_dual, double radius) {
  const point at = {f, signed_dual, radius};
  const auto all = static_cast<std::int64_t>(f.size());
  report_.resize(last_anchors_, size());
  for_rows(team_, report_, size(), 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t k = first; k < last; ++k) last_anchors_[k] = states_.anchor[k];
  });
  rows_.swap(last_rows_);
  resting_ = {};
  std::vector<std::int64_t> begins;
  std::int64_t watched = 0;
  for (const block& found : of_blocks<block>(
           team_, report_, all,
           [&](std::int64_t first, std::int64_t last) { return count(first, last, at); })) {
    resting_.loss += found.sum.loss;
    resting_.balance += found.sum.balance;
    resting_.size += found.sum.size;
    begins.push_back(watched);
    watched += found.watched;
  }
  report_.resize(rows_, watched);
  states_.for_each([&](row_values& values) { report_.resize(values, watched); });
  report_.resize(negated_dual_, watched);
  if (!Loss::proximal) report_.resize(resting_rows_, all - watched);
  for_rows(team_, report_, all, 1, [&](std::int64_t first, std::int64_t last) {
    std::int64_t k = begins[first / rows_a_block(1)];
    for_each(first, last, at, [&](std::int64_t i, double anchor, bool rests) {
      if (rests) {
        if (!Loss::proximal) resting_rows_[i - k] = i;
        return;
      }
      rows_[k] = i;
      states_.sign[k] = problem_.signs[i];
      states_.cost[k] = problem_.costs[i];
      states_.slack[k] = 1 - problem_.signs[i] * f[i];
      states_.anchor[k] = anchor;
      negated_dual_[k++] = -signed_dual[i];
    });
  });
}

template <class Loss>
typename watched_rows<Loss>::block watched_rows<Loss>::count(std::int64_t first, std::int64_t last,
                                                             const point& at) const {
  block found;
  for_each(first, last, at, [&](std::int64_t i, double /*anchor*/, bool rests) {
    if (!rests) {
      ++found.watched;
      return;
    }
    found.sum.loss += Loss::value(problem_.costs[i], 1 - problem_.signs[i] * at.f[i]);
    found.sum.balance += at.signed_dual[i];
    found.sum.size += std::abs(at.signed_dual[i]);
  });
  return found;
}

/// Calls each(row, its anchor, whether it rests) for rows first .. last - 1. Of a row that was not
/// watched the anchor is its a.
template <class Loss>
template <class Each>
void watched_rows<Loss>::for_each(std::int64_t first, std::int64_t last, const point& at,
                                  const Each& each) const {
  auto k = std::lower_bound(last_rows_.begin(), last_rows_.end(), first) - last_rows_.begin();
  const auto watched = static_cast<std::ptrdiff_t>(last_rows_.size());
  for (std::int64_t i = first; i < last; ++i) {
    const double y = problem_.signs[i];
    const double a = y * at.signed_dual[i];
    const double anchor = k < watched && last_rows_[k] == i ? last_anchors_[k++] : a;
    const bool rests = (!Loss::proximal || anchor == a) &&
                       Loss::rests(problem_.costs[i], a, 1 - y * at.f[i], at.radius);
    each(i, anchor, rests);
  }
}

}  // namespace coppice
