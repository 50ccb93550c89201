// The Newton and proximal steps of a margin problem (margin_master.hpp): from where it stands to a
// gap that is wanted, warm-started. It solves the problem with the costs that it is given, which
// its owner may change between two solves.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/numbers.hpp"
#include "core/row_sums.hpp"
#include "masters/dual_point.hpp"
#include "masters/loss.hpp"
#include "masters/margin_master.hpp"
#include "masters/margin_rows.hpp"
#include "masters/newton_system.hpp"
#include "masters/rising_root.hpp"

namespace coppice {

template <class Loss>
class margin_newton {
 public:
  /// All outlive it.
  margin_newton(const margin_problem& problem, const design& columns, thread_team& team,
                progress& report);

  /// Takes in the newest column of the design, with weight 0 until the next solve.
  void add_column(const float* outputs);

  /// The objective never rises.
  void solve();

  /// After the problem's costs have changed: to the same (w, b) and the nearest feasible a.
  void take_costs();

  /// To where another one stands, of the same problem and of columns that are the same.
  void start_at(const margin_newton& other) {
    rows_.start(other.best_bias_, other.residual_);
    best_weights_ = other.best_weights_;
    best_bias_ = other.best_bias_;
    take_costs();
    sigma_ = other.sigma_;
  }

  /// To another point (w, b).
  void go_to(const vector& w, double b) {
    best_weights_ = w;
    best_bias_ = b;
    settle();
  }

  [[nodiscard]] double objective() const noexcept { return best_objective_; }
  [[nodiscard]] double dual_objective() const noexcept { return best_dual_; }
  [[nodiscard]] bool converged() const {
    return best_objective_ - best_dual_ <= problem_.tolerance * std::abs(best_objective_);
  }
  [[nodiscard]] const vector& weights() const noexcept { return best_weights_; }
  [[nodiscard]] double bias() const noexcept { return best_bias_; }
  [[nodiscard]] const std::vector<double>& residual() const noexcept { return residual_; }
  [[nodiscard]] const margin_rows<Loss>& rows() const noexcept { return rows_; }  // at (w, b)
  [[nodiscard]] double bias_curvature() const noexcept { return bias_curvature_; }

  /// |w|^2 and twice the bias' penalty.
  [[nodiscard]] double squared_norm(const vector& w, double b) const {
    return w.squaredNorm() + bias_curvature_ * b * b;
  }

 private:
  static constexpr std::int64_t most_steps = 5000;  // a thousand times what a warm start takes

  /// Newton needs more only where rounding, which grows with sigma, keeps it from ending.
  static constexpr std::int64_t most_steps_at_anchor = 100;

  /// Moves of the anchor without a smaller gap after which there is none to be had. Without an
  /// anchor a move sheds rounding, no more.
  static constexpr std::int64_t most_moves_in_vain = Loss::proximal ? 60 : 3;

  void measure_costs();
  void start_at_empty_optimum();
  void refine();
  void evaluate();
  void keep_primal() {
    if (!(primal_ < best_objective_)) return;
    best_objective_ = primal_;
    best_weights_ = weights_;
    best_bias_ = bias_;
  }
  bool settle();
  void certify();
  void move_anchor(bool newton_failed);
  bool newton_step();
  [[nodiscard]] double step_length(const vector& dw, double db) const;
  /// The curvature of the bias; where it has none, a trace of the rows' own scale, so that a step
  /// exists when no row moves.
  [[nodiscard]] double bias_trace() const {
    if (problem_.bias == bias_kind::penalised) return bias_curvature_;
    return 1e-8 * mean_cost_ * (Loss::proximal ? sigma_ : 1);
  }
  [[nodiscard]] double target() const;

  // The problem.
  const margin_problem& problem_;
  double bias_curvature_;  // B''(b): 0 unless penalised
  thread_team& team_;
  progress& report_;
  double mean_cost_ = 0;
  double squared_costs_ = 0;
  /// A gap below it is rounding. Margins are of size 1, each weighed by the slope of its loss: the
  /// cost where it is a hinge, next to nothing where it is smooth.
  double rounding_ = 0;

  // Where Newton stands.
  margin_rows<Loss> rows_;
  design::gram_room room_;
  vector weights_;
  double bias_ = 0;
  double sigma_ = 1;         // the rows inside have slack within 1 / sigma: at 1, a margin
  double primal_ = 0;        // P(w, b)
  double newton_error_ = 0;  // the part of the gap that Newton steps reduce
  double anchor_error_ = 0;  // the part that moving the anchor reduces

  // The best so far.
  double gain_ = 0;  // at most, of columns new since the last solve: half their squared scores
  double empty_objective_ = std::numeric_limits<double>::infinity();  // without a column
  double best_objective_ = std::numeric_limits<double>::infinity();
  double best_dual_ = -std::numeric_limits<double>::infinity();
  vector best_weights_;
  double best_bias_ = 0;
  std::vector<double> residual_;  // y alpha of the best dual
  dual_room dual_room_;

  // How it goes.
  std::int64_t steps_at_anchor_ = 0;
  double last_anchor_error_ = 0;
  double least_error_ = 0;          // the smallest gap seen in this solve
  std::int64_t moves_in_vain_ = 0;  // of the anchor, since the gap last shrank
};

template <class Loss>
margin_newton<Loss>::margin_newton(const margin_problem& problem, const design& columns,
                                   thread_team& team, progress& report)
    : problem_(problem),
      bias_curvature_(problem_.bias == bias_kind::penalised
                          ? 1 / (problem_.bias_scale * problem_.bias_scale)
                          : 0),
      team_(team),
      report_(report),
      rows_(problem_, columns, team, report),
      weights_(vector::Zero(columns.columns())),
      best_weights_(weights_),
      residual_(problem_.signs.size(), 0.0) {
  report_.poll();
  measure_costs();
  start_at_empty_optimum();
}

template <class Loss>
void margin_newton<Loss>::measure_costs() {
  const double total = std::accumulate(problem_.costs.begin(), problem_.costs.end(), 0.0);
  mean_cost_ = total / static_cast<double>(rows_.size());
  squared_costs_ = dot(problem_.costs.data(), problem_.costs.data(), rows_.size());
  rounding_ = Loss::proximal ? 1e-14 * total : 0;
  report_.poll();
}

/// For the hinge with no column and a free bias the optimum is known: b decides for the heavier
/// class, and alpha_i = c_i min(S+, S-) / S_{y_i} with the classes' total costs S+, S-. Other
/// losses start from nothing: the first solve finds their b.
template <class Loss>
void margin_newton<Loss>::start_at_empty_optimum() {
  best_dual_ = 0;
  if (Loss::proximal) {
    double positive = 0;
    double negative = 0;
    for (std::int64_t i = 0; i < rows_.size(); ++i)
      (problem_.signs[i] > 0 ? positive : negative) += problem_.costs[i];
    report_.poll();
    const double lighter = std::min(positive, negative);
    if (problem_.bias == bias_kind::free && positive != negative)
      bias_ = best_bias_ = positive > negative ? 1 : -1;
    for (std::int64_t i = 0; i < rows_.size(); ++i) {
      // Exactly 1 for the lighter class: rows put off their bound by rounding give way alone.
      const double share = lighter / (problem_.signs[i] > 0 ? positive : negative);
      const double dual = problem_.costs[i] * share;
      residual_[i] = problem_.signs[i] * dual;
      best_dual_ += dual;
      report_.poll_at(i);
    }
  }
  rows_.start(bias_, residual_);
  gain_ = rows_.correlation().squaredNorm() / 2;
  best_dual_ -= gain_;
}

template <class Loss>
void margin_newton<Loss>::add_column(const float* outputs) {
  rows_.append(outputs);
  const double score = dot_over_rows(team_, report_, outputs, residual_.data(), rows_.size());
  const double gain = score * score / 2;
  gain_ += gain;
  best_dual_ -= gain;
  const std::int64_t j = rows_.columns().columns();
  weights_.conservativeResize(j);
  best_weights_.conservativeResize(j);
  weights_[j - 1] = 0;
  best_weights_[j - 1] = 0;
}

template <class Loss>
void margin_newton<Loss>::take_costs() {
  measure_costs();
  weights_ = best_weights_;
  bias_ = best_bias_;
  sigma_ = 1;
  rows_.restart(weights_, bias_);
  gain_ = empty_objective_ = std::numeric_limits<double>::infinity();  // with other costs
  best_dual_ = -std::numeric_limits<double>::infinity();
  settle();
  certify();
}

/// The gap to reach: the tolerance, but no more than a tenth of what the newest column can gain,
/// or it would be solved before it began. Not below a thousandth of the tolerance: the last
/// columns, which gain nothing, would cost most. With tiny costs all columns together gain less
/// than that of the objective; then it is a thousandth of what is gained.
template <class Loss>
double margin_newton<Loss>::target() const {
  const double wanted = problem_.tolerance * std::abs(best_objective_);
  const double gained = problem_.tolerance * (empty_objective_ - best_objective_ + gain_);
  const double closer = std::clamp(gain_ / 10, std::min(wanted, gained) / 1000, wanted);
  return std::max(rows_.columns().columns() == 0 ? wanted : closer, rounding_);
}

template <class Loss>
void margin_newton<Loss>::solve() {
  const vector last_weights = best_weights_;
  const double last_bias = best_bias_;
  const double last_objective = best_objective_;
  refine();
  gain_ = 0;
  if (best_objective_ > last_objective) {
    best_weights_ = last_weights;
    best_bias_ = last_bias;
    settle();
    best_objective_ = last_objective;  // but for rounding it is
  }
  if (rows_.columns().columns() == 0) empty_objective_ = best_objective_;
}

/// Newton steps and proximal steps until the gap is what is wanted, or shrinks no more.
template <class Loss>
void margin_newton<Loss>::refine() {
  sigma_ /= 2;  // a new column moves the rows: a wider window is better again
  steps_at_anchor_ = 0;
  moves_in_vain_ = 0;
  least_error_ = last_anchor_error_ = std::numeric_limits<double>::infinity();
  for (std::int64_t step = 0; step < most_steps; ++step) {
    report_.poll();
    evaluate();
    keep_primal();
    if (newton_error_ + anchor_error_ <= target() + (primal_ - best_objective_)) certify();
    if (best_objective_ - best_dual_ <= target()) {
      settle();
      if (best_objective_ - best_dual_ <= target()) return;
      continue;  // rows that rested have crossed their kink
    }
    const bool settled = newton_error_ <= anchor_error_ / 10;
    if (!settled && steps_at_anchor_ < most_steps_at_anchor && newton_step()) continue;
    if (moves_in_vain_ <= most_moves_in_vain) {
      move_anchor(!settled);
      continue;
    }
    certify();
    if (!settle()) return;
    moves_in_vain_ = 0;
    least_error_ = std::numeric_limits<double>::infinity();
  }
  certify();
  settle();
}

/// The gap between P(w, b) and the dual at a, split in two:
/// P - D = 1/2 |w - Phi'(y a)|^2 + (the same of the bias)
///         + sum_i (loss(c_i, s_i) + conjugate(c_i, a_i) - a_i s_i).
template <class Loss>
void margin_newton<Loss>::evaluate() {
  rows_.respond(sigma_);
  primal_ = squared_norm(weights_, bias_) / 2 + rows_.loss(weights_, bias_);
  const double balance = rows_.balance();
  double distance = (weights_ - rows_.correlation()).norm();
  double bias_error = 0;
  if (problem_.bias == bias_kind::free) {
    // What dual_point will lose: it moves what is out of balance to the rows inside, which costs
    // their slack or their conjugate, and moves every correlation by as much.
    distance += std::sqrt(static_cast<double>(weights_.size())) * std::abs(balance);
    const row_values& curvatures = rows_.curvatures();
    if (Loss::proximal)
      bias_error =
          std::abs(balance) * (curvatures.empty() ? 1 + std::abs(bias_) : rows_.inside_slack());
    else if (!curvatures.empty())
      bias_error =
          balance * balance / 2 / std::accumulate(curvatures.begin(), curvatures.end(), 0.0);
  } else if (problem_.bias == bias_kind::penalised) {
    bias_error = std::pow(bias_ / problem_.bias_scale - balance * problem_.bias_scale, 2) / 2;
  }
  newton_error_ = distance * distance / 2 + bias_error;
  anchor_error_ = std::max(0.0, rows_.complementarity());
}

/// Goes to the best (w, b) and takes its objective over every row, watched or not. True when rows
/// that rested have crossed their kink: there is more to do then.
template <class Loss>
bool margin_newton<Loss>::settle() {
  const bool here = bias_ == best_bias_ && weights_ == best_weights_;
  weights_ = best_weights_;
  bias_ = best_bias_;
  const auto renewed = rows_.renew(weights_, bias_, here);
  best_objective_ = squared_norm(weights_, bias_) / 2 + renewed.loss;
  return renewed.crossed;
}

/// Takes the dual point at a, if it is better than the best so far.
template <class Loss>
void margin_newton<Loss>::certify() {
  const dual_point<Loss> point(problem_, problem_.costs, rows_, dual_room_, target() / 100,
                               report_);
  // A multiple changes every row, and pricing then starts anew: only where it is needed.
  const bool good_enough = best_objective_ - point.value(1) <= target();
  const double t = good_enough ? 1 : point.best_multiple();
  if (!(point.value(t) > best_dual_)) return;
  best_dual_ = point.value(t);
  for_rows(team_, report_, rows_.size(), 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) residual_[i] = t * point.signed_dual()[i];
  });
}

/// A proximal step. sigma follows the work: up when the anchor's part of the gap falls slowly or
/// Newton has little to do, down when Newton has much to do or cannot go on.
template <class Loss>
void margin_newton<Loss>::move_anchor(bool newton_failed) {
  const double error = newton_error_ + anchor_error_;
  moves_in_vain_ = error < 0.99 * least_error_ ? 0 : moves_in_vain_ + 1;
  least_error_ = std::min(least_error_, error);

  rows_.move_anchors(weights_, bias_);
  // The rounding of slacks, times sigma c, must not show in the gap that is wanted.
  const double scale = squared_costs_ * static_cast<double>(weights_.size() + 1);
  const double most = 0.1 * std::sqrt(target() / scale) / 4e-15;
  if (newton_failed)
    sigma_ /= 10;
  else if (steps_at_anchor_ <= 3 || anchor_error_ > last_anchor_error_ / 4)
    sigma_ = std::min(most, sigma_ * 4);
  else if (steps_at_anchor_ > 20)
    sigma_ /= 2;
  last_anchor_error_ = anchor_error_;
  steps_at_anchor_ = 0;
}

/// False when there is no step, or none that leads down.
template <class Loss>
bool margin_newton<Loss>::newton_step() {
  ++steps_at_anchor_;
  newton_system::step step;
  const newton_system system = {rows_.columns(),
                                rows_.inside(),
                                rows_.curvatures(),
                                problem_.bias != bias_kind::none,
                                bias_trace(),
                                room_,
                                team_};
  if (!system.solve(rows_.correlation() - weights_, rows_.balance() - bias_curvature_ * bias_, step,
                    report_))
    return false;
  rows_.aim(step.dw, step.db);
  const double t = step_length(step.dw, step.db);
  if (t == 0) return false;
  weights_ += t * step.dw;
  bias_ += t * step.db;
  rows_.advance(t, step);
  return true;
}

/// To the minimum of phi along the step; 0 when the step leads nowhere.
template <class Loss>
double margin_newton<Loss>::step_length(const vector& dw, double db) const {
  const double norm = squared_norm(dw, db);
  const double start = weights_.dot(dw) + bias_curvature_ * bias_ * db;
  return rising_root(
      [&](double t, double& slope) {
        const double of_rows = rows_.derivative(t, sigma_, slope);
        slope += norm;
        return start + t * norm + of_rows;
      },
      report_);
}

}  // namespace coppice
