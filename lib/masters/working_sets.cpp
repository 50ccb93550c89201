#include "masters/working_sets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "core/lane_sum.hpp"
#include "masters/pair_descent.hpp"
#include "masters/separation.hpp"

namespace coppice {
namespace {

/// Rows of a working set. With more, rows of K are computed in vain and the small problems take the
/// time; with fewer, all decision values are updated more often.
constexpr std::int64_t rows_at_work = 64;

/// Every iteration raises the dual objective, but for rounding: after so many that did not, and
/// left no gap smaller than before, rounding is all that is left. (What they gain falls with the
/// square of what is wrong, and is below rounding of the objective before the gap is.)
constexpr std::int64_t most_idle = 20;

/// Where rounding leaves nothing of the small values of K beside the large ones, the dual objective
/// may rise for ever by next to nothing. After so many iterations the method ends unless they have
/// closed this share of the gap; at a slower pace all of it would take a billion iterations.
constexpr std::int64_t iterations_judged = 1000;
constexpr double least_share_closed = 1e-6;

/// A working set is solved to this share of the violation that it was chosen by.
constexpr double share_of_violation = 0.1;

/// After so many iterations it is asked whether rows rest.
constexpr std::int64_t iterations_awake = 16;

/// sums += sum_k by[k] rows[k] over four rows: one after another, they would read and write the
/// sums four times.
void add_four(const double* const* rows, const double* by, std::int64_t count, double* sums) {
  for (std::int64_t i = 0; i < count; ++i)
    sums[i] +=
        (by[0] * rows[0][i] + by[1] * rows[1][i]) + (by[2] * rows[2][i] + by[3] * rows[3][i]);
}

}  // namespace

working_end working_sets::improve(const kernel_problem& problem, working_point& at,
                                  const working_effort& most) {
  problem_ = &problem;
  at_ = &at;
  last_.clear();
  entered_.assign(at.beta.size(), 0);
  std::int64_t idle = 0;
  measure();
  double smallest = at.gap;
  double smallest_then = at.gap;
  double dual_then = at.dual_objective;
  for (std::int64_t step = 1; at.relative_gap() > problem.tolerance && !is_solved_if_separated();
       ++step) {
    if (made_.iterations >= most.iterations || made_.pair_steps >= most.pair_steps)
      return working_end::effort;
    const double before = at.dual_objective;
    if (idle == most_idle || !work_on(choose())) return working_end::rounding;
    ++made_.iterations;
    measure();
    idle = at.dual_objective > before || at.gap < smallest ? 0 : idle + 1;
    smallest = std::min(smallest, at.gap);
    told_(at);
    if (step % iterations_judged == 0) {
      const double worth = least_share_closed * smallest;
      if (!(smallest_then - smallest > worth || at.dual_objective - dual_then > worth))
        return working_end::rounding;
      smallest_then = smallest;
      dual_then = at.dual_objective;
    }
    if (step % iterations_awake == 0 && gram_.is_full() && half_rest()) return working_end::resting;
  }
  return working_end::tolerance;
}

/// The steepest slopes of what may rise and of what may fall, and between them the bias; with it
/// what every row adds to the gap: its loss less beta z.
void working_sets::measure() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double* const low = problem_->low.data();
  const double* const high = problem_->high.data();
  const double* const beta = at_->beta.data();
  const double* const targets = problem_->targets.data();
  const double* const sums = at_->sums.data();
  lane_most rising;
  lane_most falling;
  in_lanes(0, rows(), [&](std::int64_t i, std::int64_t lane) {
    const double steepness = targets[i] - sums[i];
    rising.add(lane, beta[i] < high[i] ? steepness : -infinity);
    falling.add(lane, beta[i] > low[i] ? -steepness : -infinity);
  });
  steepest_rise_ = rising.most();
  steepest_fall_ = -falling.most();
  at_->violation = std::max(0.0, steepest_rise_ - steepest_fall_);
  at_->bias = std::isfinite(steepest_rise_) && std::isfinite(steepest_fall_)
                  ? steepest_rise_ / 2 + steepest_fall_ / 2
                  : (std::isfinite(steepest_rise_) ? steepest_rise_ : steepest_fall_);
  const double bias = at_->bias;
  lane_sum gap;
  in_lanes(0, rows(), [&](std::int64_t i, std::int64_t lane) {
    const double z = targets[i] - sums[i] - bias;
    gap.add(lane, ((z > 0 ? high[i] : low[i]) - beta[i]) * z);
  });
  at_->gap = gap.total();
}

/// Takes the multiple of the machine that separates the classes, where that is good enough. The
/// rows that take part must be all.
bool working_sets::is_solved_if_separated() {
  if (rows() != gram_.size()) return false;
  const separation found = separate(*problem_, at_->beta, at_->sums);
  if (found.multiple == 0 ||
      coppice::relative_gap(found.objective, found.dual_objective) > problem_->tolerance)
    return false;
  for (double& one : at_->beta) one *= found.multiple;
  for (double& one : at_->sums) one *= found.multiple;
  at_->bias = found.bias;
  at_->dual_objective = found.dual_objective;
  at_->gap = found.objective - found.dual_objective;
  return true;
}

bool working_sets::half_rest() const {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < rows(); ++i)
    if (rests(*problem_, static_cast<std::size_t>(i), at_->beta[i], slope(i) - at_->bias,
              at_->violation / 2))
      ++count;
  return 2 * count >= rows();
}

/// Those that may rise with the steepest slopes and those that may fall with the lowest, half of
/// them new; the others were in the set before and have been least long.
std::vector<std::int64_t> working_sets::choose() {
  const std::int64_t most = std::min(rows_at_work, gram_.capacity());
  std::vector<std::int64_t> set;
  ++clock_;
  const auto take = [&](std::int64_t i) {
    if (entered_[i] == clock_) return;
    entered_[i] = clock_;
    set.push_back(i);
  };
  const std::int64_t fresh = last_.empty() ? most / 2 : std::max<std::int64_t>(1, most / 4);
  for (const std::int64_t i : extremes(true, fresh)) take(i);
  for (const std::int64_t i : extremes(false, fresh)) take(i);
  // Of the last set those that are not at a bound, then the others.
  for (const bool free : {true, false})
    for (const std::int64_t i : last_) {
      if (static_cast<std::int64_t>(set.size()) >= most) break;
      if ((may_rise(i) && may_fall(i)) == free) take(i);
    }
  last_ = set;
  return set;
}

/// Up to `count` rows that may rise, or fall, the steepest first, and of equals the first of the
/// matrix's rows: as many are equal at first, solutions would depend on the order of columns.
std::vector<std::int64_t> working_sets::extremes(bool rising, std::int64_t count) {
  candidates_.resize(at_->beta.size());
  std::size_t found = 0;  // written without a branch, which could not be foreseen
  for (std::int64_t i = 0; i < rows(); ++i) {
    const bool may = rising ? may_rise(i) : may_fall(i);
    const bool gains = rising ? slope(i) > steepest_fall_ : slope(i) < steepest_rise_;
    candidates_[found] = {rising ? slope(i) : -slope(i), i};
    found += static_cast<std::size_t>(static_cast<int>(may) & static_cast<int>(gains));
  }
  const std::vector<std::int64_t>& row = gram_.columns();
  const auto steeper = [&row](const candidate& a, const candidate& b) {
    return a.steepness != b.steepness ? a.steepness > b.steepness : row[a.at] < row[b.at];
  };
  const std::size_t taken = std::min(static_cast<std::size_t>(count), found);
  std::partial_sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(taken),
                    candidates_.begin() + static_cast<std::ptrdiff_t>(found), steeper);
  std::vector<std::int64_t> chosen;
  chosen.reserve(taken);
  for (std::size_t k = 0; k < taken; ++k) chosen.push_back(candidates_[k].at);
  return chosen;
}

/// Solves the problem of these rows; false where nothing has changed.
bool working_sets::work_on(const std::vector<std::int64_t>& set) {
  std::vector<std::int64_t> wanted;
  wanted.reserve(set.size());
  for (const std::int64_t i : set) wanted.push_back(gram_.columns()[i]);
  const std::vector<gram_row> rows = gram_.rows(wanted);
  small_box_problem small{matrix_of(set, rows), {}, {}, {}, {}};
  for (const std::int64_t i : set) {
    small.g.push_back(slope(i));
    small.beta.push_back(at_->beta[i]);
    small.low.push_back(problem_->low[i]);
    small.high.push_back(problem_->high[i]);
  }
  const pair_descent descent = descend_by_pairs(small, share_of_violation * at_->violation,
                                                100 * static_cast<std::int64_t>(set.size()));
  made_.pair_steps += descent.steps;
  was_indefinite_ |= descent.was_negative;
  std::vector<gram_row> changed_rows;
  std::vector<double> change;
  double gain = 0;
  for (std::size_t k = 0; k < set.size(); ++k) {
    const double by = small.beta[k] - at_->beta[set[k]];
    if (by == 0) continue;
    gain += by * (slope(set[k]) + small.g[k]) / 2;
    at_->beta[set[k]] = small.beta[k];
    changed_rows.push_back(rows[k]);
    change.push_back(by);
  }
  at_->dual_objective += gain;
  add_rows(changed_rows, change);
  return !change.empty();
}

/// Of the rows of a working set; symmetric, as each value is taken from the row that stands first.
matrix_view working_sets::matrix_of(const std::vector<std::int64_t>& set,
                                    const std::vector<gram_row>& rows) {
  const std::vector<std::int64_t>& begins = gram_.piece_begins();
  const auto size = static_cast<Eigen::Index>(set.size());
  matrix_view values = room_.make(size, size);
  for (Eigen::Index k = 0; k < size; ++k) {
    const auto piece = std::upper_bound(begins.begin(), begins.end(), set[k]) - begins.begin() - 1;
    const std::int64_t at = set[k] - begins[piece];
    for (Eigen::Index m = 0; m <= k; ++m) values(m, k) = values(k, m) = rows[m][piece][at];
  }
  return values;
}

/// sums += sum_k change[k] rows[k], all of it even where the caller asks to end meanwhile: sums
/// and beta belong together.
void working_sets::add_rows(const std::vector<gram_row>& rows, const std::vector<double>& change) {
  constexpr std::int64_t at_once = 1024;  // which stay in the cache
  const std::vector<std::int64_t>& begins = gram_.piece_begins();
  struct block {
    std::size_t piece;
    std::int64_t first;  // of the piece
    std::int64_t count;
  };
  std::vector<block> blocks;
  for (std::size_t p = 0; p + 1 < begins.size(); ++p)
    for (std::int64_t first = 0; first < begins[p + 1] - begins[p]; first += at_once)
      blocks.push_back({p, first, std::min(at_once, begins[p + 1] - begins[p] - first)});
  std::optional<interruption> asked;
  team_.run(
      static_cast<std::int64_t>(blocks.size()),
      [&](std::int64_t number) {
        const block& of = blocks[number];
        double* const sums = &at_->sums[begins[of.piece] + of.first];
        const auto values = [&](std::size_t k) { return rows[k][of.piece] + of.first; };
        std::size_t k = 0;
        for (; k + 4 <= rows.size(); k += 4) {
          const std::array<const double*, 4> four = {values(k), values(k + 1), values(k + 2),
                                                     values(k + 3)};
          add_four(four.data(), &change[k], of.count, sums);
        }
        for (; k < rows.size(); ++k)
          for (std::int64_t i = 0; i < of.count; ++i) sums[i] += change[k] * values(k)[i];
      },
      [&] {
        try {
          report_.poll();
        } catch (const interruption& end) {
          asked = end;
        }
      });
  if (asked) throw interruption(*asked);
}

}  // namespace coppice
