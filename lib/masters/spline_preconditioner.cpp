#include "masters/spline_preconditioner.hpp"

#include <algorithm>
#include <cmath>

#include "core/cholesky.hpp"
#include "core/row_sums.hpp"
#include "core/unset_vector.hpp"

namespace coppice {
namespace {

/// With more, the factor of S would take longer than the steps of conjugate gradients it saves,
/// which take time in proportion to the entries.
constexpr double most_columns = 1200;
constexpr double columns_of_cube_root = 36;

}  // namespace

spline_preconditioner::spline_preconditioner(const additive_gram& gram, double delta,
                                             double density, thread_team& team, progress& report)
    : gram_(gram), cells_(static_cast<std::size_t>(gram.arms())) {
  const auto rows = static_cast<double>(gram.rows());
  const double wanted = density * std::clamp(0.2 * std::sqrt(rows), 4.0, 64.0);
  const double columns =
      std::min(most_columns, columns_of_cube_root * std::cbrt(static_cast<double>(gram.entries())));
  const double room = columns - static_cast<double>(gram.arms());
  if (room > 0 && gram.entries() > 0)
    place_knots(std::min(wanted / rows, room / static_cast<double>(gram.entries())));
  p_ = 1 / (delta + missed(team, report) / rows);
  s_ = matrix::Zero(columns_, columns_);
  add_gram_of_hats(team, report);
  add_stiffness();
  matrix_view view(s_.data(), columns_, columns_);
  usable_ = cholesky(view, team, report);
}

void spline_preconditioner::place_knots(double cells_a_row) {
  for (std::int64_t a = 0; a < gram_.arms(); ++a) {
    const additive_gram::arm arm = gram_[a];
    const double wanted = std::max(1.0, cells_a_row * static_cast<double>(arm.size));
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
      cells_[a].push_back({first, last, from, end - from, left, columns_});
      from = end;
      left = columns_++;
      first = last;
    }
  }
}

/// The sum over rows of what the splines miss of K_ii: twice the variance of a Brownian bridge.
double spline_preconditioner::missed(thread_team& team, const progress& report) const {
  std::vector<double> by_arm(cells_.size(), 0.0);
  gram_.for_arms(team, report, [&](std::int64_t a) {
    const double* const distances = gram_[a].distances;
    for (const cell& in : cells_[a])
      for (std::int64_t k = in.first; k < in.last; ++k) {
        const double share = in.share(distances[k]);
        by_arm[a] += 2 * in.width * share * (1 - share);
      }
    if (!cells_[a].empty()) return;
    for (std::int64_t k = 0; k < gram_[a].size; ++k) by_arm[a] += 2 * distances[k];
  });
  double sum = 0;
  for (const double of_arm : by_arm) sum += of_arm;
  return sum;
}

/// p Phi'Phi into the lower triangle of S, row after row; tasks have columns of S of their own.
void spline_preconditioner::add_gram_of_hats(thread_team& team, progress& report) {
  struct value {
    Eigen::Index column;
    double number;
  };
  const std::int64_t rows = gram_.rows();
  std::vector<std::int64_t> starts(static_cast<std::size_t>(rows) + 1, 0);
  const auto for_entries = [&](const auto& each) {
    for (std::int64_t a = 0; a < gram_.arms(); ++a) {
      const additive_gram::arm arm = gram_[a];
      for (const cell& in : cells_[a])
        for (std::int64_t k = in.first; k < in.last; ++k)
          each(arm.rows[k], in, in.share(arm.distances[k]));
      report.poll();
    }
  };
  for_entries([&](std::int32_t row, const cell& in, double /*share*/) {
    starts[row + 1] += in.left == none ? 1 : 2;
  });
  for (std::int64_t i = 0; i < rows; ++i) starts[i + 1] += starts[i] + 1;
  unset_vector<value> values(static_cast<std::size_t>(starts.back()));
  std::vector<std::int64_t> next(starts.begin(), starts.end() - 1);
  for (std::int64_t i = 0; i < rows; ++i) values[next[i]++] = {0, 1};
  for_entries([&](std::int32_t row, const cell& in, double share) {
    if (in.left != none) values[next[row]++] = {in.left, 1 - share};
    values[next[row]++] = {in.right, share};
  });
  constexpr Eigen::Index columns_a_task = 32;
  team.run((columns_ + columns_a_task - 1) / columns_a_task,
           [&](std::int64_t task) {
             const Eigen::Index first = task * columns_a_task;
             for (std::int64_t i = 0; i < rows; ++i) {
               const value* const end = values.data() + starts[i + 1];
               const value* from = std::lower_bound(
                   static_cast<const value*>(values.data()) + starts[i], end, first,
                   [](const value& one, Eigen::Index column) { return one.column < column; });
               for (; from != end && from->column < first + columns_a_task; ++from) {
                 double* const column = &s_(0, from->column);
                 const double by = p_ * from->number;
                 for (const value* to = from; to != end; ++to)
                   column[to->column] += by * to->number;
               }
               report.poll_at(i);
             }
           },
           [&report] { report.poll(); });
}

void spline_preconditioner::add_stiffness() {
  constexpr double beyond_rounding = 1 + 1e-10;
  for (const std::vector<cell>& of_arm : cells_)
    for (const cell& in : of_arm) {
      const double stiffness = 1 / (2 * in.width);
      s_(in.right, in.right) += stiffness * beyond_rounding;
      if (in.left == none) continue;
      s_(in.left, in.left) += stiffness;
      s_(in.right, in.left) -= stiffness;
    }
}

std::vector<double> spline_preconditioner::apply(const std::vector<double>& r, thread_team& team,
                                                 const progress& report) {
  const std::int64_t rows = gram_.rows();
  vector c = vector::Zero(columns_);
  for (const double one : r) c[0] += one;
  if (!usable_) {
    std::vector<double> centred = r;
    for (double& one : centred) one -= c[0] / static_cast<double>(rows);
    return centred;
  }
  c[0] *= p_;
  gram_.for_arms(team, report, [&](std::int64_t a) {
    const additive_gram::arm arm = gram_[a];
    for (const cell& in : cells_[a]) {
      double all = 0;
      double right = 0;
      for (std::int64_t k = in.first; k < in.last; ++k) {
        const double one = r[arm.rows[k]];
        all += one;
        right += one * in.share(arm.distances[k]);
      }
      c[in.right] += p_ * right;
      if (in.left != none) c[in.left] += p_ * (all - right);
    }
  });
  cholesky_solve(matrix_view(s_.data(), columns_, columns_), c);
  std::vector<double> z = gram_.sum_of_arms(team, report, [&](std::int64_t a, double* out) {
    const additive_gram::arm arm = gram_[a];
    for (const cell& in : cells_[a]) {
      const double left = in.left == none ? 0 : c[in.left];
      const double slope = (c[in.right] - left) / in.width;
      for (std::int64_t k = in.first; k < in.last; ++k)
        out[arm.rows[k]] += left + slope * (arm.distances[k] - in.from);
    }
  });
  for (std::int64_t i = 0; i < rows; ++i) z[i] = p_ * (r[i] - c[0] - z[i]);
  return z;
}

}  // namespace coppice
