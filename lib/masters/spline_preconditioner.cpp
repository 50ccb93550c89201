#include "masters/spline_preconditioner.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/cholesky.hpp"
#include "core/lane_sum.hpp"
#include "core/unset_vector.hpp"

namespace coppice {
namespace {

/// With more, the factor of S would take longer than the steps of conjugate gradients it saves,
/// which take time in proportion to the entries.
constexpr double most_columns = 1200;
constexpr double columns_of_cube_root = 36;

/// Cells of an arm, times the root of the rows: with more of them conjugate gradients take fewer
/// steps, each of which takes longer. (With 0.2 and 0.4 fits of 20,000 rows took about as long;
/// with 64 cells at most those of a million took 1.1 times as long.)
constexpr double cells_of_root = 0.3;
constexpr double fewest_cells = 4;
constexpr double most_cells = 32;

/// Knots are placed anew for so many times more or fewer rows than they were placed for.
constexpr std::int64_t other_number = 2;

}  // namespace

/// Rows of Phi: of each the cells that it lies in, by columns. The first pair has the column of
/// ones on its left.
struct spline_preconditioner::rows_of_phi {
  struct pair_of_hats {
    Eigen::Index right;  // column of the right hat; the left one is in the column before
    double on_left;      // 0 at the origin, which has no hat
    double on_right;
  };
  std::vector<std::int64_t> starts;
  unset_vector<pair_of_hats> pairs;

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(starts.size()) - 1; }
};

void spline_preconditioner::take(const additive_gram& all, additive_gram rows,
                                 const std::vector<std::int32_t>& places, double delta,
                                 double density) {
  const std::int64_t count = rows.rows();
  const bool has_knots = gram_ && density == density_ && count <= other_number * rows_of_knots_ &&
                         rows_of_knots_ <= other_number * count;
  rows_of_phi left;
  if (has_knots) left = list(differing(places));
  std::vector<std::int32_t> before = std::move(places_);
  places_ = places;
  numbers_.resize(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < places.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    if (places[i] >= 0) numbers_[places[i]] = static_cast<std::int32_t>(i);
  }
  gram_.emplace(std::move(rows));
  if (!has_knots) {
    density_ = density;
    place_knots(all);
  }
  find_rows_of_cells();
  rows_of_phi joined;
  if (has_knots) joined = list(differing(before));
  if (has_knots && left.count() + joined.count() < count) {
    add_gram_of(left, -1);
    add_gram_of(joined, 1);
  } else {
    gram_of_phi_ = matrix(matrix::Zero(columns_, columns_));
    s_ = matrix(columns_, columns_);
    add_gram_of(list(std::vector<bool>(numbers_.size(), true)), 1);
  }
  p_ = 1 / (delta + missed() / static_cast<double>(count));
  factor();
}

void spline_preconditioner::place_knots(const additive_gram& all) {
  rows_of_knots_ = gram_->rows();
  cells_.assign(static_cast<std::size_t>(gram_->arms()), {});
  columns_ = 1;
  const auto rows = static_cast<double>(gram_->rows());
  const auto entries = static_cast<double>(gram_->entries());
  const double wanted =
      density_ * std::clamp(cells_of_root * std::sqrt(rows), fewest_cells, most_cells);
  const double columns = std::min(most_columns, columns_of_cube_root * std::cbrt(entries));
  const double room = columns - static_cast<double>(gram_->arms());
  if (!(room > 0) || gram_->entries() == 0) return;
  const double cells_a_row = std::min(wanted / rows, room / entries);
  for (std::int64_t a = 0; a < gram_->arms(); ++a) {
    const additive_gram::arm arm = (*gram_)[a];
    if (arm.size > 0)
      add_cells(cells_[a], arm, std::max(1.0, cells_a_row * static_cast<double>(arm.size)));
    else if (all[a].size > 0)
      add_cells(cells_[a], all[a], 1);  // rows may join it
  }
}

void spline_preconditioner::add_cells(std::vector<cell>& cells, const additive_gram::arm& arm,
                                      double wanted) {
  const double rows_a_cell = static_cast<double>(arm.size) / wanted;
  double from = 0;
  Eigen::Index left = none;
  for (std::int64_t first = 0; first < arm.size;) {
    std::int64_t last = std::min(
        arm.size, first + std::max<std::int64_t>(1, static_cast<std::int64_t>(rows_a_cell)));
    // Rows of equal distance are in one cell, and too few for one are in the cell before.
    const double to = arm.distances[last - 1];
    while (last < arm.size && arm.distances[last] == to) ++last;
    if (static_cast<double>(arm.size - last) < rows_a_cell / 2) last = arm.size;
    const double end = arm.distances[last - 1];
    cells.push_back({from, end - from, left, columns_, 0, 0});
    from = end;
    left = columns_++;
    first = last;
  }
}

void spline_preconditioner::find_rows_of_cells() {
  for (std::int64_t a = 0; a < gram_->arms(); ++a) {
    const additive_gram::arm arm = (*gram_)[a];
    const double* const end = arm.distances + arm.size;
    const double* from = arm.distances;
    for (cell& in : cells_[a]) {
      in.first = from - arm.distances;
      from = &in == &cells_[a].back() ? end : std::upper_bound(from, end, in.from + in.width);
      in.last = from - arm.distances;
    }
  }
}

/// The sum over rows of what the splines miss of K_ii: twice the variance of a Brownian bridge.
double spline_preconditioner::missed() {
  std::vector<double> by_arm(cells_.size(), 0.0);
  gram_->for_arms(team_, report_, [&](std::int64_t a) {
    const double* const distances = (*gram_)[a].distances;
    for (const cell& in : cells_[a]) {
      double variance = 0;  // of a cell whose width is 1
      for (std::int64_t k = in.first; k < in.last; ++k) {
        const double share = in.place(distances[k]) / in.width;
        variance += share * (1 - share);
      }
      by_arm[a] += 2 * in.width * variance;
    }
    if (!cells_[a].empty()) return;
    for (std::int64_t k = 0; k < (*gram_)[a].size; ++k) by_arm[a] += 2 * distances[k];
  });
  double sum = 0;
  for (const double of_arm : by_arm) sum += of_arm;
  return sum;
}

/// The rows that have no place among others.
std::vector<bool> spline_preconditioner::differing(const std::vector<std::int32_t>& others) const {
  std::vector<bool> found(numbers_.size());
  for (std::size_t i = 0; i < found.size(); ++i) found[i] = others[numbers_[i]] < 0;
  return found;
}

/// Calls each(group, row, cell, distance) for all entries, each group of arms on any thread.
template <class Each>
void spline_preconditioner::for_entries(std::int64_t groups, const Each& each) const {
  team_.run(
      groups,
      [&](std::int64_t group) {
        const std::int64_t end = gram_->arms() * (group + 1) / groups;
        for (std::int64_t a = gram_->arms() * group / groups; a < end; ++a) {
          const additive_gram::arm arm = (*gram_)[a];
          for (const cell& in : cells_[a])
            for (std::int64_t k = in.first; k < in.last; ++k)
              each(group, arm.rows[k], in, arm.distances[k]);
          report_.poll();
          if (report_.ended()) return;  // on another thread than the one that was asked to end
        }
      },
      [this] { report_.poll(); });
}

/// Arms are listed in groups, as many as there are threads but few, as each counts its entries of
/// every row: what a group has of a row lies behind what the groups before it have.
spline_preconditioner::rows_of_phi spline_preconditioner::list(
    const std::vector<bool>& wanted) const {
  rows_of_phi made;
  std::vector<std::int32_t> number(wanted.size(), -1);
  std::int32_t count = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (wanted[i]) number[i] = count++;
  made.starts.assign(static_cast<std::size_t>(count) + 1, 0);
  if (count == 0) return made;
  constexpr std::int64_t most_groups = 8;
  const std::int64_t groups = std::min(team_.size(), most_groups);
  std::vector<std::vector<std::int64_t>> next(
      static_cast<std::size_t>(groups), std::vector<std::int64_t>(static_cast<std::size_t>(count)));
  for_entries(groups,
              [&](std::int64_t group, std::int32_t row, const cell& /*in*/, double /*distance*/) {
                if (number[row] >= 0) ++next[group][number[row]];
              });
  for (std::int32_t i = 0; i < count; ++i) {
    std::int64_t place = made.starts[i] + 1;  // behind the column of ones
    for (std::vector<std::int64_t>& of_group : next) place += std::exchange(of_group[i], place);
    made.starts[i + 1] = place;
  }
  made.pairs.resize(static_cast<std::size_t>(made.starts.back()));
  for_each_row(team_, report_, count, [&](std::int64_t i) {
    made.pairs[made.starts[i]] = {1, 1, 0};
  });
  for_entries(groups, [&](std::int64_t group, std::int32_t row, const cell& in, double distance) {
    if (number[row] < 0) return;
    const double share = in.place(distance) / in.width;
    made.pairs[next[group][number[row]]++] = {in.right, in.left == none ? 0 : 1 - share, share};
  });
  return made;
}

/// Tasks have columns of their own. Two columns side by side are one vector of the processor.
void spline_preconditioner::add_gram_of(const rows_of_phi& rows, double factor) {
  using pair_of_hats = rows_of_phi::pair_of_hats;
  constexpr Eigen::Index columns_a_task = 32;
  if (columns_ == 1) {
    gram_of_phi_(0, 0) += factor * static_cast<double>(rows.count());
    return;
  }
  team_.run(
      (columns_ + columns_a_task - 1) / columns_a_task,
      [&](std::int64_t task) {
        const Eigen::Index first = task * columns_a_task;
        const Eigen::Index last = std::min(columns_, first + columns_a_task);
        for (std::int64_t i = 0; i < rows.count(); ++i) {
          const pair_of_hats* const end = rows.pairs.data() + rows.starts[i + 1];
          const pair_of_hats* from = std::lower_bound(
              rows.pairs.data() + rows.starts[i], end, first,
              [](const pair_of_hats& one, Eigen::Index column) { return one.right < column; });
          const auto add = [&](Eigen::Index column, double by) {
            double* const sums = &gram_of_phi_(0, column);
            for (const pair_of_hats* to = from; to != end; ++to) {
              double* const at = sums + to->right - 1;
              const double left = at[0] + by * to->on_left;
              const double right = at[1] + by * to->on_right;
              at[0] = left;
              at[1] = right;
            }
          };
          for (; from != end && from->right <= last; ++from) {
            if (from->right > first) add(from->right - 1, factor * from->on_left);
            if (from->right < last) add(from->right, factor * from->on_right);
          }
          report_.poll_at(i);
        }
      },
      [this] { report_.poll(); });
}

void spline_preconditioner::factor() {
  constexpr double beyond_rounding = 1 + 1e-10;
  s_ = p_ * gram_of_phi_;
  for (const std::vector<cell>& of_arm : cells_)
    for (const cell& in : of_arm) {
      const double stiffness = 1 / (2 * in.width);
      s_(in.right, in.right) += stiffness * beyond_rounding;
      if (in.left == none) continue;
      s_(in.left, in.left) += stiffness;
      s_(in.right, in.left) -= stiffness;
    }
  matrix_view view(s_.data(), columns_, columns_);
  usable_ = cholesky(view, team_, report_);
}

std::vector<double> spline_preconditioner::apply(const std::vector<double>& r) {
  const std::int64_t rows = gram_->rows();
  vector c = vector::Zero(columns_);
  for (const double one : r) c[0] += one;
  if (!usable_) {
    std::vector<double> centred = r;
    for (double& one : centred) one -= c[0] / static_cast<double>(rows);
    return centred;
  }
  c[0] *= p_;
  gram_->for_arms(team_, report_, [&](std::int64_t a) {
    const additive_gram::arm arm = (*gram_)[a];
    for (const cell& in : cells_[a]) {
      const double stiffness = 1 / (2 * in.width);  // a division for each row takes longer
      lane_sum all;
      lane_sum right;
      in_lanes(in.first, in.last, [&](std::int64_t k, std::int64_t lane) {
        const double one = r[arm.rows[k]];
        all.add(lane, one);
        right.add(lane, one * (in.place(arm.distances[k]) * stiffness));
      });
      const double on_right = 2 * right.total();
      c[in.right] += p_ * on_right;
      if (in.left != none) c[in.left] += p_ * (all.total() - on_right);
    }
  });
  cholesky_solve(matrix_view(s_.data(), columns_, columns_), c);
  const auto add_arm = [&](std::int64_t a, double* out) {
    const additive_gram::arm arm = (*gram_)[a];
    for (const cell& in : cells_[a]) {
      const double left = in.left == none ? 0 : c[in.left];
      const double slope = (c[in.right] - left) / in.width;
      for (std::int64_t k = in.first; k < in.last; ++k)
        out[arm.rows[k]] += left + slope * in.place(arm.distances[k]);
    }
  };
  std::vector<double> z = gram_->sum_of_arms(
      team_, report_,
      [&](const additive_gram::two_arms& arms, double* out, unset_vector<double>& /*room*/) {
        add_arm(arms.one, out);
        if (arms.other != additive_gram::two_arms::none) add_arm(arms.other, out);
      });
  for (std::int64_t i = 0; i < rows; ++i) z[i] = p_ * (r[i] - c[0] - z[i]);
  return z;
}

}  // namespace coppice
