#include "masters/margin_master.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "core/row_sums.hpp"
#include "masters/column_matrix.hpp"
#include "masters/dual_point.hpp"
#include "masters/joint_choice.hpp"
#include "masters/loss.hpp"
#include "masters/margin_newton.hpp"

namespace coppice {
namespace {

constexpr double no_cap = std::numeric_limits<double>::infinity();

/// Whether rows of the same cost are worth being counted together. Else the Gram matrix of all rows
/// would take longer than all that comparing columns saves.
bool has_few(const std::vector<double>& costs) {
  std::vector<double> distinct;
  for (const double cost : costs) {
    if (cost == 0 || std::find(distinct.begin(), distinct.end(), cost) != distinct.end()) continue;
    if (distinct.size() == column_matrix::most_groups) return false;
    distinct.push_back(cost);
  }
  return true;
}

/// Costs are worked with as they are up to here, as long as that goes well.
constexpr double first_cap = 1e6;

/// Of the cap in the optimum. From 2 on the cap leaves the hinge's optimum as it is; at 16 what a
/// gap leaves of slack is so small that its repair costs less than the gap.
constexpr double least_share = 16;

/// Of the loss in the penalty. From here on a higher cap changes (w, b) by less than rounding does.
constexpr double most_loss = 1e15;

/// A closer gap is rounding.
constexpr double least_tolerance = 1e-13;

constexpr int most_caps = 20;  // a solve; costs from 1e6 to 1e100 take fewer

template <class Loss>
class margin_master final : public master {
 public:
  /// `growing` is the columns where some are to be added, else null.
  margin_master(margin_problem problem, std::unique_ptr<column_matrix> growing,
                const design& columns, thread_team& team, progress& report);

  margin_master(const margin_master& other, std::unique_ptr<column_matrix> growing);

  void add_column(const float* outputs) override;
  [[nodiscard]] std::unique_ptr<master> copy() const override {
    return std::make_unique<margin_master>(
        *this, growing_ == nullptr ? nullptr : std::make_unique<column_matrix>(*growing_));
  }
  void solve() override;
  [[nodiscard]] bool compares() const override {
    return has_few_costs_ && growing_ != nullptr && growing_->all_signs();
  }
  [[nodiscard]] std::vector<std::int64_t> best_together(const column_matrix& offered,
                                                        std::int64_t most) override;
  [[nodiscard]] residual_rows residual() const override {
    return {own_residual_ ? residual_.data() : newton_.residual().data()};
  }
  [[nodiscard]] double objective() const override { return objective_; }
  [[nodiscard]] double dual_objective() const override { return dual_objective_; }
  [[nodiscard]] double trivial_bound() const override { return 0; }
  [[nodiscard]] bool converged() const override {
    return objective_ - dual_objective_ <= tolerance_ * std::abs(objective_);
  }
  [[nodiscard]] std::vector<double> weights() const override {
    return {newton_.weights().data(), newton_.weights().data() + newton_.weights().size()};
  }
  [[nodiscard]] std::vector<double> bias() const override { return {newton_.bias()}; }
  [[nodiscard]] double train_error() const override;

 private:
  /// What Newton reached with a cap.
  struct attempt {
    double objective;
    double penalty;  // its part of the objective
    double bound;
    bool solved;  // to the tolerance asked for
  };
  [[nodiscard]] attempt attempt_now() const;
  void take_point(const vector& last_weights, double last_bias);
  void take_dual();
  [[nodiscard]] double objective_at(double multiple) const;
  [[nodiscard]] double repairing_multiple() const;
  bool change_cap(const attempt& last);
  void set_cap(double cap);
  [[nodiscard]] bool is_capped() const noexcept { return cap_ < largest_cost_; }

  margin_problem problem_;  // with capped costs
  double tolerance_;        // of the gap with the true ones
  double largest_cost_;
  bool has_few_costs_;
  std::vector<double> costs_;  // the true ones; empty while there has been no cap
  progress& report_;
  std::unique_ptr<column_matrix> growing_;
  margin_newton<Loss> newton_;  // stands at the best (w, b)

  design::gram_room room_;  // of best_together()

  double cap_ = no_cap;
  double share_ = least_share;  // of the cap in the optimum; the squared hinge needs more
  double most_share_ = no_cap;  // above that rounding kept Newton from its tolerance
  double closeness_ = 0.5;      // of what Newton is asked for to the tolerance

  double objective_ = std::numeric_limits<double>::infinity();
  double dual_objective_;
  bool own_residual_ = false;     // where false, y alpha of the best dual is Newton's
  std::vector<double> residual_;  // where true
};

template <class Loss>
margin_master<Loss>::margin_master(margin_problem problem, std::unique_ptr<column_matrix> growing,
                                   const design& columns, thread_team& team, progress& report)
    : problem_(std::move(problem)),
      tolerance_(problem_.tolerance),
      largest_cost_(*std::max_element(problem_.costs.begin(), problem_.costs.end())),
      has_few_costs_(has_few(problem_.costs)),
      report_(report),
      growing_(std::move(growing)),
      newton_(problem_, columns, team, report),
      dual_objective_(newton_.dual_objective()) {
  if (Loss::one_sided && largest_cost_ > first_cap) set_cap(first_cap);
}

/// Stands where the other one does. Both sides of its gap are known there.
template <class Loss>
margin_master<Loss>::margin_master(const margin_master& other,
                                   std::unique_ptr<column_matrix> growing)
    : master(other),
      problem_(other.problem_),
      tolerance_(other.tolerance_),
      largest_cost_(other.largest_cost_),
      has_few_costs_(other.has_few_costs_),
      costs_(other.costs_),
      report_(other.report_),
      growing_(std::move(growing)),
      newton_(problem_, growing_ == nullptr ? other.newton_.rows().columns() : *growing_,
              other.newton_.rows().team(), report_),
      cap_(other.cap_),
      share_(other.share_),
      most_share_(other.most_share_),
      closeness_(other.closeness_),
      objective_(other.objective_),
      dual_objective_(other.dual_objective_),
      own_residual_(other.own_residual_),
      residual_(other.residual_) {
  newton_.start_at(other.newton_);
  if (!own_residual_) dual_objective_ = newton_.dual_objective();
}

template <class Loss>
void margin_master<Loss>::add_column(const float* outputs) {
  growing_->append(outputs);
  newton_.add_column(outputs);
  if (!own_residual_) {
    dual_objective_ = newton_.dual_objective();
    return;
  }
  const margin_rows<Loss>& rows = newton_.rows();
  const double score = dot_over_rows(rows.team(), report_, outputs, residual_.data(), rows.size());
  dual_objective_ -= score * score / 2;
}

/// By the curvature of each row where it stands.
template <class Loss>
std::vector<std::int64_t> margin_master<Loss>::best_together(const column_matrix& offered,
                                                             std::int64_t most) {
  const margin_rows<Loss>& rows = newton_.rows();
  row_indices curved;
  row_values curvatures;
  for (std::int64_t i = 0; i < rows.size(); ++i) {
    report_.poll_at(i);
    const double slack = 1 - problem_.signs[i] * rows.f()[i];
    const double curvature = Loss::curvature(problem_.costs[i], slack);
    if (!(curvature > 0)) continue;
    curved.push_back(i);
    curvatures.push_back(curvature);
  }
  const choice_model by = {curved, curvatures, own_residual_ ? residual_ : newton_.residual(),
                           problem_.bias != bias_kind::none && !curved.empty(),
                           newton_.bias_curvature()};
  return choose_jointly(*growing_, offered, by, most, room_, rows.team(), report_);
}

/// Rows so near the boundary that the order of additions decides are added up as predictions are.
template <class Loss>
double margin_master<Loss>::train_error() const {
  const margin_rows<Loss>& rows = newton_.rows();
  const design& columns = rows.columns();
  const double size = std::abs(newton_.bias()) + newton_.weights().template lpNorm<1>();
  const double unsure = 1e-15 * static_cast<double>(columns.columns() + 1) * size;
  weighted_fraction wrong;
  for (const weighted_fraction& of_block : of_blocks<weighted_fraction>(
           rows.team(), report_, rows.size(), [&](std::int64_t first, std::int64_t last) {
             weighted_fraction sum;
             for (std::int64_t i = first; i < last; ++i) {
               double f = rows.f()[i];
               if (std::abs(f) <= unsure)
                 f = columns.multiply_row(i, newton_.weights(), newton_.bias());
               sum.add(problem_.row_weights[i], (f >= 0) != (problem_.signs[i] > 0));
             }
             return sum;
           }))
    wrong.add(of_block);
  return wrong.value();
}

template <class Loss>
void margin_master<Loss>::solve() {
  for (int caps = 0; caps < most_caps; ++caps) {
    const vector last_weights = newton_.weights();
    const double last_bias = newton_.bias();
    newton_.solve();
    const attempt last = attempt_now();
    take_point(last_weights, last_bias);
    take_dual();
    if (converged() || !change_cap(last)) return;
  }
}

template <class Loss>
typename margin_master<Loss>::attempt margin_master<Loss>::attempt_now() const {
  return {newton_.objective(), newton_.squared_norm(newton_.weights(), newton_.bias()) / 2,
          newton_.dual_objective(), newton_.converged()};
}

/// Takes the (w, b) where Newton stands, or its repaired multiple, if its true objective is below
/// that of the last; else goes back there.
template <class Loss>
void margin_master<Loss>::take_point(const vector& last_weights, double last_bias) {
  if (!is_capped()) {
    objective_ = newton_.objective();
    return;
  }
  const double unrepaired = objective_at(1);
  const double multiple = repairing_multiple();
  double reached = unrepaired;
  if (multiple != 1 && objective_at(multiple) < unrepaired) {
    newton_.go_to(multiple * newton_.weights(), multiple * newton_.bias());
    reached = objective_at(1);
  }
  if (reached < objective_)
    objective_ = reached;
  else
    newton_.go_to(last_weights, last_bias);
}

/// The best dual point with the true costs: Newton's, a multiple of where its a stand, or the last.
template <class Loss>
void margin_master<Loss>::take_dual() {
  if (!own_residual_ || newton_.dual_objective() > dual_objective_) {
    own_residual_ = false;
    dual_objective_ = newton_.dual_objective();
  }
  if (!is_capped()) return;
  dual_room room;
  const dual_point<Loss> point(problem_, costs_, newton_.rows(), room,
                               tolerance_ * objective_ / 100, report_);
  const double t = point.best_multiple();
  if (!(point.value(t) > dual_objective_)) return;
  dual_objective_ = point.value(t);
  own_residual_ = true;
  residual_.resize(costs_.size());
  for (std::size_t i = 0; i < costs_.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    residual_[i] = t * point.signed_dual()[i];
  }
}

/// P at a multiple of the (w, b) where Newton stands, with the true costs.
template <class Loss>
double margin_master<Loss>::objective_at(double multiple) const {
  const std::vector<double>& f = newton_.rows().f();
  double loss = 0;
  for (std::size_t i = 0; i < costs_.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    loss += Loss::value(costs_[i], 1 - multiple * problem_.signs[i] * f[i]);
  }
  const double norm = newton_.squared_norm(newton_.weights(), newton_.bias());
  return multiple * multiple * norm / 2 + loss;
}

/// The multiple of (w, b) at which no row with a capped cost has slack, whatever rounding does to
/// its f; 1 where that is out of reach.
template <class Loss>
double margin_master<Loss>::repairing_multiple() const {
  const margin_rows<Loss>& rows = newton_.rows();
  double least = std::numeric_limits<double>::infinity();
  for (std::int64_t i = 0; i < rows.size(); ++i) {
    report_.poll_at(i);
    if (costs_[i] > cap_) least = std::min(least, problem_.signs[i] * rows.f()[i]);
  }
  const double size = std::abs(newton_.bias()) + newton_.weights().template lpNorm<1>();
  least -= 2.5e-16 * static_cast<double>(rows.columns().columns() + 1) * size;
  return least > 0.5 ? 1 / least : 1;
}

/// The next cap is a share of the best lower bound on the optimum, which is that of the problem
/// with the last. Where that is the last cap, more may still be had: a larger share (what a row of
/// the squared hinge loses shrinks with its cost), a smaller one (it was too large to compute
/// with), or a smaller gap. False where nothing is left to try.
template <class Loss>
bool margin_master<Loss>::change_cap(const attempt& last) {
  if (!Loss::one_sided) return false;
  const double cap = std::min(cap_, largest_cost_);
  const double highest =
      last.penalty > 0 ? cap * (most_loss * last.penalty / last.objective) : no_cap;
  double next = std::min(std::max(share_ * last.bound, 1e-6 * cap), highest);
  if (!last.solved) closeness_ = 0.5;
  if (!is_capped() && next >= cap) return false;
  if (is_capped() && next > cap / 4 && next < cap * 4) {
    if (!last.solved) {
      if (share_ == least_share) return false;
      most_share_ = share_ /= 16;
      next /= 16;
    } else if (!Loss::proximal && next < highest && share_ < most_share_) {
      share_ *= 16;
      next = std::min(16 * next, highest);
    } else {
      if (problem_.tolerance <= least_tolerance) return false;
      closeness_ *= 1e-4;
    }
  }
  set_cap(next);
  return true;
}

template <class Loss>
void margin_master<Loss>::set_cap(double cap) {
  if (costs_.empty()) {
    costs_ = problem_.costs;
    report_.poll();
  }
  if (!own_residual_) {
    residual_ = newton_.residual();
    report_.poll();
    own_residual_ = true;
  }
  cap_ = cap;
  problem_.tolerance =
      is_capped() ? std::max(closeness_ * tolerance_, std::min(least_tolerance, tolerance_ / 2))
                  : tolerance_;
  for (std::size_t i = 0; i < costs_.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    problem_.costs[i] = std::min(costs_[i], cap);
  }
  newton_.take_costs();
}

std::unique_ptr<master> make(margin_problem problem, std::unique_ptr<column_matrix> growing,
                             const design& columns, thread_team& team, progress& report) {
  switch (problem.loss) {
    case loss_kind::squared_hinge:
      return std::make_unique<margin_master<squared_hinge_loss>>(
          std::move(problem), std::move(growing), columns, team, report);
    case loss_kind::least_squares:
      return std::make_unique<margin_master<least_squares_loss>>(
          std::move(problem), std::move(growing), columns, team, report);
    case loss_kind::hinge:
      break;
  }
  return std::make_unique<margin_master<hinge_loss>>(std::move(problem), std::move(growing),
                                                     columns, team, report);
}

}  // namespace

std::unique_ptr<master> make_margin_master(margin_problem problem, thread_team& team,
                                           progress& report) {
  const auto rows = static_cast<std::int64_t>(problem.signs.size());
  auto growing = std::make_unique<column_matrix>(rows, team, report);
  const design& columns = *growing;
  return make(std::move(problem), std::move(growing), columns, team, report);
}

std::unique_ptr<master> make_margin_master(margin_problem problem, const design& columns,
                                           thread_team& team, progress& report) {
  return make(std::move(problem), nullptr, columns, team, report);
}

}  // namespace coppice
