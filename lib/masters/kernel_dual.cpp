#include "masters/kernel_dual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "masters/pair_descent.hpp"

namespace coppice {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Rows of a working set. With more, rows of K are computed in vain and the small problems take the
/// time; with fewer, all decision values are updated more often.
constexpr std::int64_t rows_at_work = 64;

/// Every iteration raises the dual objective, but for rounding: after so many that did not,
/// rounding is all that is left.
constexpr std::int64_t most_idle = 20;

/// A working set is solved to this share of the violation that it was chosen by.
constexpr double share_of_violation = 0.1;

class working_set_solver {
 public:
  working_set_solver(const kernel_problem& problem, gram_rows& gram, thread_team& team,
                     progress& report, std::int64_t most_iterations)
      : problem_(problem),
        gram_(gram),
        team_(team),
        report_(report),
        most_iterations_(most_iterations),
        rows_(gram.size()),
        sums_(static_cast<std::size_t>(rows_), 0.0) {
    found_.beta.assign(static_cast<std::size_t>(rows_), 0.0);
  }

  /// What would be beyond a bound is so by rounding only.
  void start(const kernel_solution& from, double multiple) {
    for (std::int64_t i = 0; i < rows_; ++i) {
      found_.beta[i] = std::clamp(multiple * from.beta[i], low(i), high(i));
      sums_[i] = multiple * (from.decisions[i] - from.bias);
    }
  }

  kernel_solution run() {
    try {
      improve();
    } catch (const interruption& asked) {
      if (!asked.keep) throw;
      found_.stop_reason = asked.reason;
    }
    finish();
    return std::move(found_);
  }

 private:
  [[nodiscard]] double low(std::int64_t i) const { return problem_.low[i]; }
  [[nodiscard]] double high(std::int64_t i) const { return problem_.high[i]; }
  [[nodiscard]] double slope(std::int64_t i) const { return problem_.targets[i] - sums_[i]; }

  [[nodiscard]] std::int64_t rows_a_set() const { return std::min(rows_at_work, gram_.capacity()); }

  void improve() {
    measure();
    while (gap() > problem_.tolerance) {
      if (idle_ == most_idle || iterations() == most_iterations_ || !work_on(choose())) {
        found_.stop_reason = "stalled";
        return;
      }
      measure();
      found_.course.push_back({found_.objective, found_.dual_objective});
      report_.report({iterations(), 0, found_.objective, gap()});
    }
  }

  [[nodiscard]] std::int64_t iterations() const {
    return static_cast<std::int64_t>(found_.course.size());
  }

  [[nodiscard]] double gap() const { return relative_gap(found_.objective, found_.dual_objective); }

  /// The steepest slopes of what may rise and of what may fall, and with them both objectives.
  void measure() {
    steepest_rise_ = -infinity;
    steepest_fall_ = infinity;
    double quadratic = 0;
    double linear = 0;
    for (std::int64_t i = 0; i < rows_; ++i) {
      const double beta = found_.beta[i];
      if (beta < high(i)) steepest_rise_ = std::max(steepest_rise_, slope(i));
      if (beta > low(i)) steepest_fall_ = std::min(steepest_fall_, slope(i));
      quadratic += beta * sums_[i];
      linear += beta * problem_.targets[i];
    }
    found_.bias = std::isfinite(steepest_rise_) && std::isfinite(steepest_fall_)
                      ? steepest_rise_ / 2 + steepest_fall_ / 2
                      : (std::isfinite(steepest_rise_) ? steepest_rise_ : steepest_fall_);
    half_norm_ = quadratic / 2;
    found_.objective = half_norm_ + losses(problem_, sums_, found_.bias);
    found_.dual_objective = linear - quadratic / 2;
    idle_ = found_.dual_objective > best_dual_ ? 0 : idle_ + 1;
    best_dual_ = std::max(best_dual_, found_.dual_objective);
  }

  /// Those that may rise with the steepest slopes and those that may fall with the lowest, half of
  /// them new; the others were in the set before and have been least long.
  std::vector<std::int64_t> choose() {
    const std::int64_t most = rows_a_set();
    std::vector<std::int64_t> set;
    ++clock_;
    if (entered_.empty()) entered_.assign(static_cast<std::size_t>(rows_), 0);
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
        const bool is_free = found_.beta[i] > low(i) && found_.beta[i] < high(i);
        if (is_free == free) take(i);
      }
    last_ = set;
    return set;
  }

  /// Up to `count` rows that may rise, or fall, the steepest first.
  std::vector<std::int64_t> extremes(bool rising, std::int64_t count) {
    candidates_.clear();
    for (std::int64_t i = 0; i < rows_; ++i) {
      const bool may = rising ? found_.beta[i] < high(i) : found_.beta[i] > low(i);
      const bool gains = rising ? slope(i) > steepest_fall_ : slope(i) < steepest_rise_;
      if (may && gains) candidates_.push_back(i);
    }
    const auto steeper = [&](std::int64_t a, std::int64_t b) {
      const double x = rising ? slope(a) : -slope(a);
      const double y = rising ? slope(b) : -slope(b);
      return x != y ? x > y : a < b;
    };
    const auto taken = std::min(count, static_cast<std::int64_t>(candidates_.size()));
    std::partial_sort(candidates_.begin(), candidates_.begin() + taken, candidates_.end(), steeper);
    return {candidates_.begin(), candidates_.begin() + taken};
  }

  /// Solves the problem of these rows; false where nothing has changed.
  bool work_on(const std::vector<std::int64_t>& set) {
    const std::vector<const double*> rows = gram_.rows(set);
    const auto size = static_cast<Eigen::Index>(set.size());
    small_box_problem small;
    small.gram.resize(size, size);
    for (Eigen::Index k = 0; k < size; ++k) {
      const std::int64_t i = set[k];
      for (Eigen::Index m = 0; m < size; ++m)
        small.gram(m, k) = rows[std::min(k, m)][set[std::max(k, m)]];
      small.g.push_back(slope(i));
      small.beta.push_back(found_.beta[i]);
      small.low.push_back(low(i));
      small.high.push_back(high(i));
    }
    found_.was_indefinite |=
        descend_by_pairs(small, share_of_violation * (steepest_rise_ - steepest_fall_),
                         100 * static_cast<std::int64_t>(set.size()));
    std::vector<const double*> changed_rows;
    std::vector<double> change;
    for (std::size_t k = 0; k < set.size(); ++k) {
      const double by = small.beta[k] - found_.beta[set[k]];
      if (by == 0) continue;
      found_.beta[set[k]] = small.beta[k];
      changed_rows.push_back(rows[k]);
      change.push_back(by);
    }
    add_rows(changed_rows, change);
    return !change.empty();
  }

  /// sums += sum_k change[k] rows[k], all of it even where the caller asks to end meanwhile: sums
  /// and beta belong together.
  void add_rows(const std::vector<const double*>& rows, const std::vector<double>& change) {
    constexpr std::int64_t at_once = 1024;  // which stay in the cache
    std::optional<interruption> asked;
    team_.run((rows_ + at_once - 1) / at_once,
              [&](std::int64_t block) {
                const std::int64_t first = block * at_once;
                const std::int64_t last = std::min(rows_, first + at_once);
                for (std::size_t k = 0; k < rows.size(); ++k)
                  for (std::int64_t i = first; i < last; ++i) sums_[i] += change[k] * rows[k][i];
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

  void finish() {
    measure();
    const progress unheard;
    found_.bias = best_bias(problem_, sums_, unheard);
    found_.half_norm = half_norm_;
    found_.objective = half_norm_ + losses(problem_, sums_, found_.bias);
    double magnitudes = 0;
    for (const double beta : found_.beta) magnitudes += std::abs(beta);
    found_.rounding = 1e-12 * magnitudes * gram_.largest();
    for (double& sum : sums_) sum += found_.bias;
    found_.decisions = std::move(sums_);
  }

  const kernel_problem& problem_;
  gram_rows& gram_;
  thread_team& team_;
  progress& report_;
  std::int64_t most_iterations_;
  std::int64_t rows_;
  std::vector<double> sums_;  // sum_j beta_j K(x_j, x_i)
  double half_norm_ = 0;      // beta'K beta / 2
  double best_dual_ = -infinity;
  std::int64_t idle_ = 0;  // iterations since that rose
  double steepest_rise_ = 0;
  double steepest_fall_ = 0;
  std::vector<std::int64_t> last_;        // the last working set
  std::vector<std::int64_t> entered_;     // when a row was last taken into one
  std::vector<std::int64_t> candidates_;  // kept for their memory
  std::int64_t clock_ = 0;
  kernel_solution found_;
};

}  // namespace

kernel_solution solve(const kernel_problem& problem, gram_rows& gram, thread_team& team,
                      progress& report, std::int64_t most_iterations, const kernel_solution* from,
                      double multiple) {
  working_set_solver solver(problem, gram, team, report, most_iterations);
  if (from != nullptr) solver.start(*from, multiple);
  return solver.run();
}

}  // namespace coppice
