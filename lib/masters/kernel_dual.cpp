#include "masters/kernel_dual.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "masters/best_bias.hpp"
#include "masters/sampling_order.hpp"
#include "masters/working_sets.hpp"

namespace coppice {
namespace {

/// The rows that take part are solved to this share of the gap of all rows: to measure all takes as
/// long as many iterations.
constexpr double share_of_gap = 0.01;

class resting_solver {
 public:
  resting_solver(const kernel_problem& problem, gram_rows& gram, thread_team& team,
                 progress& report, const working_effort& most)
      : problem_(problem),
        gram_(gram),
        team_(team),
        report_(report),
        most_(most),
        told_([this](const working_point& at) { note(at); }),
        sets_(gram, team, report, told_),
        beta_(static_cast<std::size_t>(gram.size()), 0.0),
        sums_(beta_) {}

  /// What would be beyond a bound is so by rounding only.
  void start(const kernel_solution& from, double multiple) {
    for (std::size_t i = 0; i < beta_.size(); ++i) {
      beta_[i] = std::clamp(multiple * from.beta[i], problem_.low[i], problem_.high[i]);
      sums_[i] = multiple * (from.decisions[i] - from.bias);
    }
    is_new_ = false;
  }

  kernel_solution run() {
    try {
      measure(report_);
      take(first_rows());
      improve();
    } catch (const interruption& asked) {
      if (!asked.keep) throw;
      put_back();
      found_.stop_reason = asked.reason;
    }
    finish();
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool budget_is_enough() const { return gram_.rows_of_whole() == gram_.size(); }
  [[nodiscard]] bool all_take_part() const { return at_.beta.size() == beta_.size(); }
  [[nodiscard]] double gap() const { return relative_gap(found_.objective, found_.dual_objective); }

  void improve() {
    for (;;) {
      part_.tolerance = all_take_part() ? problem_.tolerance
                                        : std::max(problem_.tolerance / 2, share_of_gap * gap());
      const working_end end = sets_.improve(part_, at_, most_);
      put_back();
      if (end == working_end::resting) {
        take(still_awake());
        continue;
      }
      const double before = found_.dual_objective;
      add_to_resting();
      measure(report_);
      if (!found_.course.empty()) found_.course.back() = {found_.objective, found_.dual_objective};
      if (gap() <= problem_.tolerance) return;
      const bool rose = found_.dual_objective > before;
      if (end == working_end::effort || (all_take_part() && !rose) ||
          (budget_is_enough() && end == working_end::rounding)) {
        found_.stop_reason = "stalled";
        return;
      }
      take(rose && !budget_is_enough() ? awake() : every_column(gram_.size()));
    }
  }

  /// Of an iteration of the rows that take part: its dual objective is that of all rows, the primal
  /// one is known where all rows were measured.
  void note(const working_point& at) {
    const double objective = all_take_part() ? at.dual_objective + at.gap : found_.objective;
    found_.course.push_back({objective, at.dual_objective});
    report_.report({static_cast<std::int64_t>(found_.course.size()), 0, objective,
                    relative_gap(objective, at.dual_objective)});
  }

  /// Both objectives and the bias of beta, whose sums are known of all rows.
  void measure(const progress& report) {
    double quadratic = 0;
    double linear = 0;
    for (std::size_t i = 0; i < beta_.size(); ++i) {
      report.poll_at(static_cast<std::int64_t>(i));
      quadratic += beta_[i] * sums_[i];
      linear += beta_[i] * problem_.targets[i];
    }
    const double bias = best_bias(problem_, sums_, team_, report);
    found_.beta = beta_;
    found_.decisions = sums_;  // without the bias
    found_.bias = bias;
    found_.half_norm = quadratic / 2;
    found_.objective = quadratic / 2 + losses(problem_, sums_, bias, team_, report);
    found_.dual_objective = dual_objective_ = linear - quadratic / 2;
  }

  /// A sample whose matrix the budget holds; of a point that is not new those that do not rest.
  [[nodiscard]] std::vector<std::int64_t> first_rows() const {
    const std::int64_t wanted = gram_.rows_of_whole();
    if (4 * wanted > gram_.size()) return every_column(gram_.size());
    if (!is_new_) return awake();
    const std::vector<std::int32_t> places = sampling_order(problem_, team_, report_);
    return rows_where([&](std::size_t i) { return places[i] < wanted; });
  }

  template <class Takes>
  [[nodiscard]] std::vector<std::int64_t> rows_where(const Takes& takes) const {
    std::vector<std::int64_t> rows;
    for (std::size_t i = 0; i < beta_.size(); ++i) {
      report_.poll_at(static_cast<std::int64_t>(i));
      if (takes(i)) rows.push_back(static_cast<std::int64_t>(i));
    }
    return rows;
  }

  /// All rows but those that rest, when all were measured: by more than half of what is wrong with
  /// the others on average. With all of it, ijcnn1 took a fifth longer.
  [[nodiscard]] std::vector<std::int64_t> awake() const {
    const auto z = [&](std::size_t i) { return problem_.targets[i] - sums_[i] - found_.bias; };
    double squares = 0;
    double wrong = 0;
    for (std::size_t i = 0; i < beta_.size(); ++i) {
      report_.poll_at(static_cast<std::int64_t>(i));
      const bool is_wrong = z(i) > 0 ? beta_[i] < problem_.high[i] : beta_[i] > problem_.low[i];
      if (!is_wrong) continue;
      squares += z(i) * z(i);
      ++wrong;
    }
    const double distance = wrong > 0 ? std::sqrt(squares / wrong) / 2 : 0;
    return rows_where([&](std::size_t i) { return !rests(problem_, i, beta_[i], z(i), distance); });
  }

  /// Of the rows that took part those that do not rest.
  [[nodiscard]] std::vector<std::int64_t> still_awake() const {
    std::vector<std::int64_t> rows;
    for (const std::int64_t i : gram_.columns())
      if (!rests(problem_, static_cast<std::size_t>(i), beta_[i],
                 problem_.targets[i] - sums_[i] - at_.bias, at_.violation / 2))
        rows.push_back(i);
    return rows;
  }

  /// Only these rows take part.
  void take(const std::vector<std::int64_t>& rows) {
    gram_.take_columns(rows);
    kernel_problem part;
    working_point at;
    for (const std::int64_t i : gram_.columns()) {
      part.targets.push_back(problem_.targets[i]);
      part.low.push_back(problem_.low[i]);
      part.high.push_back(problem_.high[i]);
      at.beta.push_back(beta_[i]);
      at.sums.push_back(sums_[i]);
    }
    at.dual_objective = dual_objective_;
    part_ = std::move(part);
    at_ = std::move(at);
  }

  void put_back() {
    if (at_.beta.empty()) return;
    const std::vector<std::int64_t>& rows = gram_.columns();
    for (std::size_t k = 0; k < rows.size(); ++k) {
      beta_[rows[k]] = at_.beta[k];
      sums_[rows[k]] = at_.sums[k];
    }
    dual_objective_ = at_.dual_objective;
  }

  /// To the sums of the rows that rest, what has changed since all were measured.
  void add_to_resting() {
    if (all_take_part()) return;
    const std::vector<std::int64_t>& awake = gram_.columns();
    std::vector<std::int64_t> resting;
    std::vector<double> sums;
    std::size_t next = 0;
    for (std::int64_t i = 0; i < gram_.size(); ++i) {
      if (next < awake.size() && awake[next] == i) {
        ++next;
        continue;
      }
      resting.push_back(i);
      sums.push_back(found_.decisions[i]);
    }
    std::vector<std::int64_t> changed;
    std::vector<double> change;
    for (std::size_t i = 0; i < beta_.size(); ++i) {
      if (beta_[i] == found_.beta[i]) continue;
      changed.push_back(static_cast<std::int64_t>(i));
      change.push_back(beta_[i] - found_.beta[i]);
    }
    gram_.add_products(changed, change, resting, sums);
    for (std::size_t k = 0; k < resting.size(); ++k) sums_[resting[k]] = sums[k];
  }

  void finish() {
    const progress unheard;
    if (all_take_part() || found_.beta.empty()) measure(unheard);
    if (!found_.course.empty()) found_.course.back() = {found_.objective, found_.dual_objective};
    double magnitudes = 0;
    for (const double beta : found_.beta) magnitudes += std::abs(beta);
    found_.rounding = 1e-12 * magnitudes * gram_.largest();
    for (double& sum : found_.decisions) sum += found_.bias;
    found_.was_indefinite = sets_.was_indefinite();
  }

  const kernel_problem& problem_;
  gram_rows& gram_;
  thread_team& team_;
  progress& report_;
  working_effort most_;
  std::function<void(const working_point&)> told_;
  working_sets sets_;
  bool is_new_ = true;
  // Of all rows; the sums of those that rest are what they were when they began to.
  std::vector<double> beta_;
  std::vector<double> sums_;
  double dual_objective_ = 0;
  kernel_problem part_;  // of the rows that take part
  working_point at_;
  kernel_solution found_;  // when all rows were measured last, `decisions` without the bias
};

}  // namespace

kernel_solution solve(const kernel_problem& problem, gram_rows& gram, thread_team& team,
                      progress& report, const working_effort& most, const kernel_solution* from,
                      double multiple) {
  resting_solver solver(problem, gram, team, report, most);
  if (from != nullptr) solver.start(*from, multiple);
  return solver.run();
}

}  // namespace coppice
