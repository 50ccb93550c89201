#include "masters/margin_master.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/numbers.hpp"
#include "masters/column_matrix.hpp"
#include "masters/loss.hpp"
#include "masters/newton_system.hpp"

namespace coppice {
namespace {

constexpr std::int64_t most_steps = 5000;  // a thousand times what a warm start takes

/// Newton needs more only where rounding, which grows with sigma, keeps it from ending.
constexpr std::int64_t most_steps_at_anchor = 100;

/// Moves of the anchor without a smaller gap after which there is none to be had.
constexpr std::int64_t most_moves_in_vain = 60;

template <class Loss>
class margin_master final : public master {
 public:
  margin_master(margin_problem problem, thread_team& team, progress& report);

  void add_column(const float* outputs) override;
  void solve() override;
  [[nodiscard]] const double* residual() const override { return residual_.data(); }
  [[nodiscard]] double objective() const override { return best_objective_; }
  [[nodiscard]] double dual_objective() const override { return best_dual_; }
  [[nodiscard]] bool converged() const override;
  [[nodiscard]] std::vector<double> weights() const override;
  [[nodiscard]] std::vector<double> bias() const override { return {best_bias_}; }
  [[nodiscard]] double train_error() const override;

 private:
  void start_at_empty_optimum();
  void refine();
  void evaluate();
  void keep_primal();
  void certify();
  void restore_balance(std::vector<double>& signed_dual) const;
  void move_anchor(bool newton_failed);
  bool newton_step();
  [[nodiscard]] double step_length(const vector& dw, double db, const double* df) const;
  [[nodiscard]] double bias_trace() const;
  [[nodiscard]] double target() const;

  // The problem.
  std::int64_t rows_;
  margin_problem problem_;
  double bias_curvature_;  // B''(b): 0 unless penalised
  progress& report_;
  column_matrix columns_;

  // Where Newton stands.
  vector weights_;
  double bias_ = 0;
  std::vector<double> f_;
  std::vector<double> anchor_;
  double sigma_ = 1;  // the rows inside have slack within 1 / sigma: at 1, a margin
  double mean_cost_;
  double rounding_;  // a gap below is rounding: margins are of size 1, each weighed by its cost
  std::vector<double> slack_;         // s
  std::vector<double> dual_;          // the maximisers a
  std::vector<double> signed_dual_;   // y a
  std::vector<std::int64_t> inside_;  // rows whose a moves with s
  std::vector<double> curvatures_;    // and how fast
  vector correlation_;                // Phi'(y a)
  double balance_ = 0;                // y'a
  double primal_ = 0;                 // P(w, b)
  double newton_error_ = 0;           // the part of the gap that Newton steps reduce
  double anchor_error_ = 0;           // the part that moving the anchor reduces

  // The best so far.
  double gain_ = 0;  // what the newest column can gain, at most: half its squared score
  double best_objective_;
  double best_dual_;
  vector best_weights_;
  double best_bias_ = 0;
  std::vector<double> residual_;  // y alpha of the best dual

  // How it goes.
  std::int64_t steps_at_anchor_ = 0;
  double last_anchor_error_ = 0;
  double least_error_ = 0;          // the smallest gap seen in this solve
  std::int64_t moves_in_vain_ = 0;  // of the anchor, since the gap last shrank
};

template <class Loss>
margin_master<Loss>::margin_master(margin_problem problem, thread_team& team, progress& report)
    : rows_(static_cast<std::int64_t>(problem.signs.size())),
      problem_(std::move(problem)),
      bias_curvature_(problem_.bias == bias_kind::penalised
                          ? 1 / (problem_.bias_scale * problem_.bias_scale)
                          : 0),
      report_(report),
      columns_(rows_, team, report),
      f_(problem_.signs.size(), 0.0),
      anchor_(problem_.signs.size()),
      slack_(f_),
      dual_(f_),
      signed_dual_(f_),
      best_objective_(std::numeric_limits<double>::infinity()),
      best_dual_(-std::numeric_limits<double>::infinity()),
      residual_(f_) {
  const double total = std::accumulate(problem_.costs.begin(), problem_.costs.end(), 0.0);
  mean_cost_ = total / static_cast<double>(rows_);
  rounding_ = 1e-14 * total;
  start_at_empty_optimum();
}

/// For the hinge with no column and a free bias the optimum is known: b decides for the heavier
/// class, and alpha_i = c_i min(S+, S-) / S_{y_i} with the classes' total costs S+, S-. Other
/// losses start from nothing: the first solve finds their b.
template <class Loss>
void margin_master<Loss>::start_at_empty_optimum() {
  best_dual_ = 0;
  if (!Loss::proximal) return;
  double positive = 0;
  double negative = 0;
  for (std::int64_t i = 0; i < rows_; ++i)
    (problem_.signs[i] > 0 ? positive : negative) += problem_.costs[i];
  const double lighter = std::min(positive, negative);
  if (problem_.bias == bias_kind::free && positive != negative)
    bias_ = best_bias_ = positive > negative ? 1 : -1;
  for (std::int64_t i = 0; i < rows_; ++i) {
    anchor_[i] = problem_.costs[i] * lighter / (problem_.signs[i] > 0 ? positive : negative);
    f_[i] = bias_;
    residual_[i] = problem_.signs[i] * anchor_[i];
    best_dual_ += anchor_[i];
  }
}

template <class Loss>
void margin_master<Loss>::add_column(const float* outputs) {
  columns_.append(outputs);
  const double score = dot(outputs, residual_.data(), rows_);
  gain_ = score * score / 2;
  best_dual_ -= gain_;
  const std::int64_t j = columns_.columns();
  weights_.conservativeResize(j);
  best_weights_.conservativeResize(j);
  weights_[j - 1] = 0;
  best_weights_[j - 1] = 0;
}

template <class Loss>
std::vector<double> margin_master<Loss>::weights() const {
  return {best_weights_.data(), best_weights_.data() + best_weights_.size()};
}

/// Rows so near the boundary that the order of additions decides are added up as predictions are.
template <class Loss>
double margin_master<Loss>::train_error() const {
  const double size = std::abs(bias_) + weights_.template lpNorm<1>();
  const double unsure = 1e-15 * static_cast<double>(columns_.columns() + 1) * size;
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < rows_; ++i) {
    const double f = std::abs(f_[i]) > unsure ? f_[i] : columns_.multiply_row(i, weights_, bias_);
    if ((f >= 0) != (problem_.signs[i] > 0)) ++wrong;
  }
  return static_cast<double>(wrong) / static_cast<double>(rows_);
}

template <class Loss>
bool margin_master<Loss>::converged() const {
  return best_objective_ - best_dual_ <= problem_.tolerance * std::abs(best_objective_);
}

/// The gap to reach: the tolerance, but no more than a tenth of what the newest column can gain,
/// or it would be solved before it began; down to a thousandth of the tolerance, lest the last
/// columns, which gain nothing, cost most.
template <class Loss>
double margin_master<Loss>::target() const {
  const double wanted = problem_.tolerance * std::abs(best_objective_);
  const double closer = std::clamp(gain_ / 10, wanted / 1000, wanted);
  return std::max(columns_.columns() == 0 ? wanted : closer, rounding_);
}

template <class Loss>
void margin_master<Loss>::solve() {
  const vector last_weights = best_weights_;
  const double last_bias = best_bias_;
  const double last_objective = best_objective_;
  refine();
  // The objective of exactly the model that is returned: f gathers rounding on the way.
  weights_ = best_weights_;
  bias_ = best_bias_;
  columns_.multiply(weights_, bias_, f_.data());
  evaluate();
  best_objective_ = primal_;
  if (best_objective_ <= last_objective) return;
  best_objective_ = last_objective;
  weights_ = best_weights_ = last_weights;
  bias_ = best_bias_ = last_bias;
  columns_.multiply(weights_, bias_, f_.data());
}

/// Newton steps and proximal steps until the gap is what is wanted, or shrinks no more.
template <class Loss>
void margin_master<Loss>::refine() {
  sigma_ /= 2;  // a new column moves the rows: a wider window is better again
  steps_at_anchor_ = 0;
  moves_in_vain_ = 0;
  least_error_ = last_anchor_error_ = std::numeric_limits<double>::infinity();
  for (std::int64_t step = 0; step < most_steps; ++step) {
    report_.poll();
    evaluate();
    keep_primal();
    if (newton_error_ + anchor_error_ <= target() + (primal_ - best_objective_)) certify();
    if (best_objective_ - best_dual_ <= target()) return;
    const bool settled = newton_error_ <= anchor_error_ / 10;
    if (!settled && steps_at_anchor_ < most_steps_at_anchor && newton_step()) continue;
    if (moves_in_vain_ > most_moves_in_vain) break;
    move_anchor(!settled);
  }
  certify();
}

/// The maximisers a at (w, b), and the gap between P(w, b) and the dual at a, split in two:
/// P - D = 1/2 |w - Phi'(y a)|^2 + (the same of the bias)
///         + sum_i (loss(c_i, s_i) + conjugate(c_i, a_i) - a_i s_i).
template <class Loss>
void margin_master<Loss>::evaluate() {
  inside_.clear();
  curvatures_.clear();
  double loss = 0;
  double complementarity = 0;
  double inside_slack = 0;
  balance_ = 0;
  for (std::int64_t i = 0; i < rows_; ++i) {
    const double y = problem_.signs[i];
    const double c = problem_.costs[i];
    const double s = 1 - y * f_[i];
    const auto [a, curvature] = Loss::respond(c, s, anchor_[i], sigma_);
    if (curvature > 0) {
      inside_.push_back(i);
      curvatures_.push_back(curvature);
      if (Loss::proximal) inside_slack = std::max(inside_slack, std::abs(s));
    }
    slack_[i] = s;
    dual_[i] = a;
    signed_dual_[i] = y * a;
    const double value = Loss::value(c, s);
    loss += value;
    if (Loss::proximal) complementarity += value - a * s;
    balance_ += y * a;
  }
  correlation_ = columns_.correlate(signed_dual_.data());
  primal_ = weights_.squaredNorm() / 2 + bias_curvature_ * bias_ * bias_ / 2 + loss;
  double distance = (weights_ - correlation_).norm();
  double bias_error = 0;
  if (problem_.bias == bias_kind::free) {
    // What certify() will lose: it moves what is out of balance to the rows inside, which costs
    // their slack or their conjugate, and moves every correlation by as much.
    distance += std::sqrt(static_cast<double>(columns_.columns())) * std::abs(balance_);
    if (Loss::proximal)
      bias_error = std::abs(balance_) * (inside_.empty() ? 1 + std::abs(bias_) : inside_slack);
    else if (!inside_.empty())
      bias_error =
          balance_ * balance_ / 2 / std::accumulate(curvatures_.begin(), curvatures_.end(), 0.0);
  } else if (problem_.bias == bias_kind::penalised) {
    bias_error = std::pow(bias_ / problem_.bias_scale - balance_ * problem_.bias_scale, 2) / 2;
  }
  newton_error_ = distance * distance / 2 + bias_error;
  anchor_error_ = std::max(0.0, complementarity);
}

template <class Loss>
void margin_master<Loss>::keep_primal() {
  if (!(primal_ < best_objective_)) return;
  best_objective_ = primal_;
  best_weights_ = weights_;
  best_bias_ = bias_;
}

/// The dual value at a, exactly; with a free bias at a point nearby where y'a = 0. Along the ray
/// through that point the dual is a parabola, whose top may be better still.
template <class Loss>
void margin_master<Loss>::certify() {
  std::vector<double> feasible = signed_dual_;
  vector correlation = correlation_;
  double curvature = 0;
  if (problem_.bias == bias_kind::free && balance_ != 0) {
    restore_balance(feasible);
    correlation = columns_.correlate(feasible.data());
  } else if (problem_.bias == bias_kind::penalised) {
    curvature = std::pow(balance_ * problem_.bias_scale, 2);
  }
  curvature += correlation.squaredNorm();
  double reach = std::numeric_limits<double>::infinity();
  for (std::int64_t i = 0; i < rows_; ++i) {
    const double a = std::abs(feasible[i]);
    if (a == 0) continue;
    curvature += 2 * Loss::conjugate(problem_.costs[i], a);
    reach = std::min(reach, Loss::reach(problem_.costs[i], a));
  }
  const double slope = dot(problem_.signs.data(), feasible.data(), rows_);
  double t = slope < curvature * reach ? slope / curvature : std::max(1.0, reach);
  const auto value_at = [&](double multiple) {
    return multiple * slope - multiple * multiple * curvature / 2;
  };
  // Unless it pays: a multiple changes every row, and pricing then starts anew.
  if (value_at(t) - value_at(1) < 0.1 * (best_objective_ - value_at(1))) t = 1;
  const double value = value_at(t);
  if (!(value > best_dual_)) return;
  best_dual_ = value;
  for (std::int64_t i = 0; i < rows_; ++i) residual_[i] = t * feasible[i];
}

/// Makes y'a = 0. The rows inside share what is over as far as their bounds allow: their slack is
/// all but 0, so that costs the dual next to nothing. What they cannot take, the heavier class
/// gives up in proportion.
template <class Loss>
void margin_master<Loss>::restore_balance(std::vector<double>& signed_dual) const {
  double rest = balance_;
  double cost = 0;
  for (const std::int64_t i : inside_) cost += problem_.costs[i];
  for (const std::int64_t i : inside_) {
    const double y = problem_.signs[i];
    const double c = problem_.costs[i];
    const double share = cost > c ? rest * (c / cost) : rest;
    const double moved = y * Loss::clip(c, y * (signed_dual[i] - share));
    rest -= signed_dual[i] - moved;
    cost -= c;
    signed_dual[i] = moved;
  }
  double positive = 0;
  double negative = 0;
  for (std::int64_t i = 0; i < rows_; ++i)
    (problem_.signs[i] > 0 ? positive : negative) += problem_.signs[i] * signed_dual[i];
  if (positive == negative || !(std::min(positive, negative) > 0)) return;
  const double heavier = positive > negative ? 1 : -1;
  const double shrink = std::min(positive, negative) / std::max(positive, negative);
  for (std::int64_t i = 0; i < rows_; ++i)
    if (problem_.signs[i] == heavier) signed_dual[i] *= shrink;
}

/// A proximal step. sigma follows the work: up when the anchor's part of the gap falls slowly or
/// Newton has little to do, down when Newton has much to do or cannot go on.
template <class Loss>
void margin_master<Loss>::move_anchor(bool newton_failed) {
  const double error = newton_error_ + anchor_error_;
  moves_in_vain_ = error < 0.99 * least_error_ ? 0 : moves_in_vain_ + 1;
  least_error_ = std::min(least_error_, error);

  anchor_ = dual_;
  columns_.multiply(weights_, bias_, f_.data());  // sheds the rounding of the steps
  // The rounding of slacks, times sigma c, must not show in the gap that is wanted.
  double scale = 0;
  for (const double c : problem_.costs) scale += c * c;
  scale *= static_cast<double>(columns_.columns() + 1);
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
bool margin_master<Loss>::newton_step() {
  ++steps_at_anchor_;
  vector dw;
  double db = 0;
  const newton_system system = {columns_, inside_, curvatures_, problem_.bias != bias_kind::none,
                                bias_trace()};
  if (!system.solve(correlation_ - weights_, balance_ - bias_curvature_ * bias_, dw, db, report_))
    return false;
  std::vector<double> df(f_.size());
  columns_.multiply(dw, db, df.data());
  const double t = step_length(dw, db, df.data());
  if (t == 0) return false;
  weights_ += t * dw;
  bias_ += t * db;
  for (std::int64_t i = 0; i < rows_; ++i) f_[i] += t * df[i];
  return true;
}

/// The curvature of the bias; where it has none, a trace of the rows' own scale, so that a step
/// exists when no row moves.
template <class Loss>
double margin_master<Loss>::bias_trace() const {
  if (problem_.bias == bias_kind::penalised) return bias_curvature_;
  return 1e-8 * mean_cost_ * (Loss::proximal ? sigma_ : 1);
}

/// The root of the derivative of phi along the step: piecewise linear and rising, so a bracketed
/// Newton iteration finds it in a few passes over the rows. 0 when the step leads nowhere.
template <class Loss>
double margin_master<Loss>::step_length(const vector& dw, double db, const double* df) const {
  const double norm = dw.squaredNorm() + bias_curvature_ * db * db;
  const double start = weights_.dot(dw) + bias_curvature_ * bias_ * db;
  const auto derivative = [&](double t, double& slope) {
    double value = start + t * norm;
    slope = norm;
    for (std::int64_t i = 0; i < rows_; ++i) {
      const double c = problem_.costs[i];
      const double change = problem_.signs[i] * df[i];
      const auto [a, curvature] = Loss::respond(c, slack_[i] - t * change, anchor_[i], sigma_);
      value -= a * change;
      slope += curvature * change * change;
    }
    return value;
  };
  double slope = 0;
  const double initial = derivative(0, slope);
  if (!(initial < 0)) return 0;
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  double t = 1;
  for (int pass = 0; pass < 60; ++pass) {
    report_.poll();
    const double value = derivative(t, slope);
    if (std::abs(value) <= -0.01 * initial) break;
    (value < 0 ? low : high) = t;
    double next = slope > 0 ? t - value / slope : high;
    if (!(next > low && next < high)) next = std::isinf(high) ? 4 * t : (low + high) / 2;
    t = std::isinf(high) ? std::min(next, 10 * t) : next;
  }
  return t;
}

}  // namespace

std::unique_ptr<master> make_margin_master(margin_problem problem, thread_team& team,
                                           progress& report) {
  switch (problem.loss) {
    case loss_kind::squared_hinge:
      return std::make_unique<margin_master<squared_hinge_loss>>(std::move(problem), team, report);
    case loss_kind::least_squares:
      return std::make_unique<margin_master<least_squares_loss>>(std::move(problem), team, report);
    case loss_kind::hinge:
      break;
  }
  return std::make_unique<margin_master<hinge_loss>>(std::move(problem), team, report);
}

}  // namespace coppice
