#include "masters/hinge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/numbers.hpp"

namespace coppice {
namespace {

constexpr std::int64_t most_steps = 5000;  // a thousand times what a warm start takes

/// Newton needs more only where rounding, which grows with sigma, keeps it from ending.
constexpr std::int64_t most_steps_at_anchor = 100;

/// Moves of the anchor without a smaller gap after which there is none to be had.
constexpr std::int64_t most_moves_in_vain = 60;

/// Rows of Phi that are doubles at once: the floats they come from are what memory is planned for.
constexpr Eigen::Index rows_gathered = 2048;

double clip(double value, double most) {
  return value <= 0 ? 0 : std::min(value, most);
}

}  // namespace

hinge_master::hinge_master(hinge_problem problem, thread_team& team, progress& report)
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
  rounding_ = 1e-14 * std::accumulate(problem_.costs.begin(), problem_.costs.end(), 0.0);
  start_at_empty_optimum();
}

/// With no column and a free bias the optimum is known: b decides for the heavier class, and
/// alpha_i = c_i min(S+, S-) / S_{y_i} with the classes' total costs S+, S-.
void hinge_master::start_at_empty_optimum() {
  double positive = 0;
  double negative = 0;
  for (std::int64_t i = 0; i < rows_; ++i)
    (problem_.signs[i] > 0 ? positive : negative) += problem_.costs[i];
  const double lighter = std::min(positive, negative);
  for (std::int64_t i = 0; i < rows_; ++i)
    anchor_[i] = problem_.costs[i] * lighter / (problem_.signs[i] > 0 ? positive : negative);
  if (problem_.bias == bias_kind::free && positive != negative)
    bias_ = positive > negative ? 1 : -1;
  best_bias_ = bias_;
  best_dual_ = 0;
  for (std::int64_t i = 0; i < rows_; ++i) {
    f_[i] = bias_;
    residual_[i] = problem_.signs[i] * anchor_[i];
    best_dual_ += anchor_[i];
  }
}

void hinge_master::add_column(const float* outputs) {
  columns_.append(outputs);
  const double score = dot(columns_.column(columns_.columns() - 1), residual_.data(), rows_);
  gain_ = score * score / 2;
  best_dual_ -= gain_;
  const std::int64_t j = columns_.columns();
  weights_.conservativeResize(j);
  best_weights_.conservativeResize(j);
  weights_[j - 1] = 0;
  best_weights_[j - 1] = 0;
}

std::vector<double> hinge_master::weights() const {
  return {best_weights_.data(), best_weights_.data() + best_weights_.size()};
}

double hinge_master::train_error() const {
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < rows_; ++i)
    if ((f_[i] >= 0) != (problem_.signs[i] > 0)) ++wrong;
  return static_cast<double>(wrong) / static_cast<double>(rows_);
}

bool hinge_master::converged() const {
  return best_objective_ - best_dual_ <= problem_.tolerance * std::abs(best_objective_);
}

/// The gap to reach: the tolerance, but no more than a tenth of what the newest column can gain,
/// or it would be solved before it began; down to a thousandth of the tolerance, lest the last
/// columns, which gain nothing, cost most.
double hinge_master::target() const {
  const double wanted = problem_.tolerance * std::abs(best_objective_);
  const double closer = std::clamp(gain_ / 10, wanted / 1000, wanted);
  return std::max(columns_.columns() == 0 ? wanted : closer, rounding_);
}

void hinge_master::solve() {
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
void hinge_master::refine() {
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
/// P - D = 1/2 |w - Phi'(y a)|^2 + (the same of the bias) + sum_i (c_i max(0, s_i) - a_i s_i).
void hinge_master::evaluate() {
  inside_.clear();
  double loss = 0;
  double complementarity = 0;
  double inside_slack = 0;
  balance_ = 0;
  for (std::int64_t i = 0; i < rows_; ++i) {
    const double y = problem_.signs[i];
    const double c = problem_.costs[i];
    const double s = 1 - y * f_[i];
    const double unclipped = anchor_[i] + sigma_ * c * s;
    const double a = clip(unclipped, c);
    if (unclipped > 0 && unclipped < c) {
      inside_.push_back(i);
      inside_slack = std::max(inside_slack, std::abs(s));
    }
    slack_[i] = s;
    dual_[i] = a;
    signed_dual_[i] = y * a;
    const double hinge = s > 0 ? c * s : 0;
    loss += hinge;
    complementarity += hinge - a * s;
    balance_ += y * a;
  }
  correlation_ = columns_.correlate(signed_dual_.data());
  primal_ = weights_.squaredNorm() / 2 + bias_curvature_ * bias_ * bias_ / 2 + loss;
  double distance = (weights_ - correlation_).norm();
  double bias_error = 0;
  if (problem_.bias == bias_kind::free) {
    // What certify() will lose: it moves what is out of balance to the rows inside, which costs
    // their slack and moves every correlation by as much.
    distance += std::sqrt(static_cast<double>(columns_.columns())) * std::abs(balance_);
    bias_error = std::abs(balance_) * (inside_.empty() ? 1 + std::abs(bias_) : inside_slack);
  } else if (problem_.bias == bias_kind::penalised) {
    bias_error = std::pow(bias_ / problem_.bias_scale - balance_ * problem_.bias_scale, 2) / 2;
  }
  newton_error_ = distance * distance / 2 + bias_error;
  anchor_error_ = std::max(0.0, complementarity);
}

void hinge_master::keep_primal() {
  if (!(primal_ < best_objective_)) return;
  best_objective_ = primal_;
  best_weights_ = weights_;
  best_bias_ = bias_;
}

/// The dual value at a, exactly; with a free bias at a point nearby where y'a = 0. Along the ray
/// through that point the dual is a parabola, whose top may be better still.
void hinge_master::certify() {
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
  const double slope = dot(problem_.signs.data(), feasible.data(), rows_);
  double most = std::numeric_limits<double>::infinity();
  for (std::int64_t i = 0; i < rows_; ++i)
    if (feasible[i] != 0) most = std::min(most, problem_.costs[i] / std::abs(feasible[i]));
  const double t = slope < curvature * most ? slope / curvature : std::max(1.0, most);
  const double value = t * slope - t * t * curvature / 2;
  if (!(value > best_dual_)) return;
  best_dual_ = value;
  for (std::int64_t i = 0; i < rows_; ++i) residual_[i] = t * feasible[i];
}

/// Makes y'a = 0. The rows inside share what is over as far as their bounds allow: their slack is
/// all but 0, so that costs the dual next to nothing. What they cannot take, the heavier class
/// gives up in proportion.
void hinge_master::restore_balance(std::vector<double>& signed_dual) const {
  double rest = balance_;
  double cost = 0;
  for (const std::int64_t i : inside_) cost += problem_.costs[i];
  for (const std::int64_t i : inside_) {
    const double y = problem_.signs[i];
    const double c = problem_.costs[i];
    const double share = cost > c ? rest * (c / cost) : rest;
    const double moved = y * clip(y * (signed_dual[i] - share), c);
    rest -= signed_dual[i] - moved;
    cost -= c;
    signed_dual[i] = moved;
  }
  double positive = 0;
  double negative = 0;
  for (std::int64_t i = 0; i < rows_; ++i)
    (problem_.signs[i] > 0 ? positive : negative) += std::abs(signed_dual[i]);
  if (positive == negative) return;
  const double heavier = positive > negative ? 1 : -1;
  const double shrink = std::min(positive, negative) / std::max(positive, negative);
  for (std::int64_t i = 0; i < rows_; ++i)
    if (problem_.signs[i] == heavier) signed_dual[i] *= shrink;
}

/// A proximal step. sigma follows the work: up when the anchor's part of the gap falls slowly or
/// Newton has little to do, down when Newton has much to do or cannot go on.
void hinge_master::move_anchor(bool newton_failed) {
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
bool hinge_master::newton_step() {
  ++steps_at_anchor_;
  vector dw;
  double db = 0;
  if (!newton_direction(dw, db)) return false;
  std::vector<double> df(f_.size());
  columns_.multiply(dw, db, df.data());
  const double t = step_length(dw, db, df.data());
  if (t == 0) return false;
  weights_ += t * dw;
  bias_ += t * db;
  for (std::int64_t i = 0; i < rows_; ++i) f_[i] += t * df[i];
  return true;
}

/// Solves H (dw, db) = -gradient of phi, H = diag(1, .., 1, beta) + sigma Z'CZ, Z the inside rows
/// of Phi with a last column of ones for the bias, C their costs. False when H is too
/// ill-conditioned, which a smaller sigma mends.
bool hinge_master::newton_direction(vector& dw, double& db) {
  const vector slope = correlation_ - weights_;  // minus the gradient
  const double bias_slope = balance_ - bias_curvature_ * bias_;
  if (static_cast<std::int64_t>(inside_.size()) > columns_.columns())
    return direction_by_columns(slope, bias_slope, dw, db);
  return direction_by_rows(slope, bias_slope, dw, db);
}

/// beta: the bias's curvature; where it has none, a trace of the matrix's own scale, so that a step
/// exists when no row is inside.
double hinge_master::inside_curvature() const {
  if (problem_.bias == bias_kind::penalised) return bias_curvature_;
  return 1e-8 * sigma_ * rounding_ / (1e-14 * static_cast<double>(rows_));
}

bool hinge_master::direction_by_columns(const vector& slope, double bias_slope, vector& dw,
                                        double& db) {
  const bool has_bias = problem_.bias != bias_kind::none;
  const auto j = static_cast<Eigen::Index>(columns_.columns());
  const auto n = static_cast<Eigen::Index>(inside_.size());
  matrix h = matrix::Zero(j + (has_bias ? 1 : 0), j + (has_bias ? 1 : 0));
  for (Eigen::Index first = 0; first < n; first += rows_gathered) {
    const Eigen::Index last = std::min(n, first + rows_gathered);
    matrix z = columns_.gather(inside_, first, last, has_bias);
    for (Eigen::Index k = first; k < last; ++k)
      z.row(k - first) *= std::sqrt(problem_.costs[inside_[k]]);
    add_gram_of_columns(z, sigma_, h, report_);
  }
  h.diagonal().head(j).array() += 1;
  if (has_bias) h(j, j) += inside_curvature();
  if (!cholesky(h, report_)) return false;
  vector step(h.rows());
  step.head(j) = slope;
  if (has_bias) step[j] = bias_slope;
  cholesky_solve(h, step);
  dw = step.head(j);
  db = has_bias ? step[j] : 0;
  return true;
}

/// With mu = sigma C (Z dw + db): (Z Z' + 1 / (sigma C)) mu = Z slope + db, dw = slope - Z'mu, and
/// beta db = bias_slope - 1'mu.
bool hinge_master::direction_by_rows(const vector& slope, double bias_slope, vector& dw,
                                     double& db) {
  const auto n = static_cast<Eigen::Index>(inside_.size());
  const matrix z = columns_.gather(inside_, 0, n, false);
  matrix k = gram_of_rows(z, report_);
  for (Eigen::Index i = 0; i < n; ++i) k(i, i) += 1 / (sigma_ * problem_.costs[inside_[i]]);
  if (!cholesky(k, report_)) return false;
  vector mu = z * slope;
  cholesky_solve(k, mu);
  if (problem_.bias != bias_kind::none) {
    vector ones = vector::Ones(n);
    cholesky_solve(k, ones);
    db = (bias_slope - mu.sum()) / (inside_curvature() + ones.sum());
    mu += db * ones;
  }
  dw = slope - z.transpose() * mu;
  return true;
}

/// The root of the derivative of phi along the step: piecewise linear and rising, so a bracketed
/// Newton iteration finds it in a few passes over the rows. 0 when the step leads nowhere.
double hinge_master::step_length(const vector& dw, double db, const double* df) const {
  const double norm = dw.squaredNorm() + bias_curvature_ * db * db;
  const double start = weights_.dot(dw) + bias_curvature_ * bias_ * db;
  const auto derivative = [&](double t, double& slope) {
    double value = start + t * norm;
    slope = norm;
    for (std::int64_t i = 0; i < rows_; ++i) {
      const double c = problem_.costs[i];
      const double change = problem_.signs[i] * df[i];
      const double unclipped = anchor_[i] + sigma_ * c * (slack_[i] - t * change);
      value -= clip(unclipped, c) * change;
      if (unclipped > 0 && unclipped < c) slope += sigma_ * c * change * change;
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

}  // namespace coppice
