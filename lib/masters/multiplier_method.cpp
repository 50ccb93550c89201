#include "masters/multiplier_method.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/row_sums.hpp"
#include "masters/penalised_squares.hpp"

namespace coppice {
namespace {

constexpr double published_growth = 1.1;   // of mu, rho in the paper
constexpr double published_change = 0.05;  // of the objective, below which it ends
constexpr double relaxation = 1.6;
constexpr std::int64_t iterations_a_certificate = 10;

/// mu moves by at most this factor at a time, and only where the residuals differ by more than 2.
constexpr double most_change_of_mu = 5;

/// After so many iterations mu moves at every doubling only, so that it comes to rest.
constexpr std::int64_t iterations_of_balancing = 200;

bool may_balance(std::int64_t iteration) {
  if (iteration <= iterations_of_balancing) return true;
  const std::int64_t certificate = iteration / iterations_a_certificate;
  return (certificate & (certificate - 1)) == 0;
}

/// sqrt(N C variance / mu), and for a design of more columns than rows the mean of these.
vector column_penalties(const design_matrix& design, double components, double mu) {
  vector means;
  vector variances;
  design.measure(means, variances);
  vector d = (variances.array() + 1e-6 * means.array().square()) *
             (static_cast<double>(design.rows()) * components / mu);
  d = d.cwiseSqrt();
  const double typical = d.mean();
  if (!(typical > 0)) return vector::Ones(d.size());
  if (design.columns() > design.rows()) return vector::Constant(d.size(), typical);
  return d.cwiseMax(1e-9 * typical);
}

/// Where a concave function is largest between 0 and 1, by thirds.
template <class Function>
double largest_at(const Function& function) {
  double low = 0;
  double high = 1;
  for (int step = 0; step < 40; ++step) {
    const double third = (high - low) / 3;
    if (function(low + third) < function(high - third))
      low += third;
    else
      high -= third;
  }
  return (low + high) / 2;
}

double squared_distance(const vector& d, const matrix& a, const matrix& b) {
  return ((a - b).array().square().colwise() * d.array()).sum();
}

}  // namespace

multiplier_method::multiplier_method(const exclusivity_problem& problem,
                                     const design_matrix& design, multiplier_start start,
                                     thread_team& team, const progress& report)
    : problem_(problem),
      design_(design),
      team_(team),
      report_(report),
      rows_(design.rows()),
      k_(start.weights.cols()),
      w_(std::move(start.weights)),
      p_(matrix::Zero(w_.rows(), w_.cols())),
      r_(std::move(start.multipliers)),
      b_(vector::Zero(k_)),
      errors_are_labels_(start.errors_are_labels) {
  report_.resize(u_, rows_ * k_);
  components_ = {w_, b_};
}

/// Calls work(y_i, place, component) for the places of rows x components.
template <class Work>
void multiplier_method::for_each_number(const Work& work) {
  for_rows(team_, report_, rows_, k_, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
      for (std::int64_t c = 0; c < k_; ++c) work(problem_.signs[i], i * k_ + c, c);
  });
}

double multiplier_method::objective_of(const component_weights& at) {
  std::vector<double> f;
  design_.multiply_several(at.weights, f);
  const std::vector<double> loss = sum_over_rows(
      team_, report_, rows_, k_, 1, [&](std::int64_t first, std::int64_t last, double* sum) {
        for (std::int64_t i = first; i < last; ++i)
          for (std::int64_t c = 0; c < k_; ++c)
            *sum += problem_.loss.value(problem_.costs[i],
                                        1 - problem_.signs[i] * (f[i * k_ + c] + at.bias[c]));
      });
  return problem_.regulariser.value(at.weights) +
         static_cast<double>(problem_.regulariser.copies) * loss.front();
}

void multiplier_method::certify() {
  std::vector<double> signed_dual;
  report_.resize(signed_dual, rows_ * k_);
  const auto sides = sum_over_rows(
      team_, report_, rows_, k_, 2 * k_, [&](std::int64_t first, std::int64_t last, double* sums) {
        for (std::int64_t i = first; i < last; ++i)
          for (std::int64_t c = 0; c < k_; ++c) {
            const std::int64_t at = i * k_ + c;
            const double y = problem_.signs[i];
            const double slack = y * (y - products_[at] - b_[c] - u_[at]);
            const double a = mu_ * (errors_are_added_ ? std::max(0.0, slack)
                                                      : slack - problem_.loss.proximal(
                                                                    problem_.costs[i], mu_, slack));
            signed_dual[at] = y * a;
            sums[2 * c + (y > 0 ? 1 : 0)] += a;
          }
      });
  for_each_number([&](double y, std::int64_t at, std::int64_t c) {
    const double of_this = sides[2 * c + (y > 0 ? 1 : 0)];
    const double of_other = sides[2 * c + (y > 0 ? 0 : 1)];
    if (of_this > of_other) signed_dual[at] *= of_other / of_this;
  });
  const auto of_rows = sum_over_rows(team_, report_, rows_, k_, 2,
                                     [&](std::int64_t first, std::int64_t last, double* sums) {
                                       for (std::int64_t i = first; i < last; ++i)
                                         for (std::int64_t c = 0; c < k_; ++c) {
                                           const double a = std::abs(signed_dual[i * k_ + c]);
                                           sums[0] += a;
                                           sums[1] += problem_.loss.conjugate(problem_.costs[i], a);
                                         }
                                     });
  const matrix correlations = design_.correlate_several(signed_dual, k_);
  const auto copies = static_cast<double>(problem_.regulariser.copies);
  const auto dual_at = [&](double multiple) {
    return copies * (multiple * of_rows[0] - problem_.loss.at_multiple(multiple) * of_rows[1]) -
           problem_.regulariser.conjugate(multiple * correlations);
  };
  dual_objective_ = std::max({dual_objective_, dual_at(1), dual_at(largest_at(dual_at))});
}

// --------------------------------------------------------------------------------- as published

const char* multiplier_method::run_as_published(std::int64_t iterations,
                                                const listener_of_objectives& reached) {
  const vector d = vector::Ones(w_.rows());
  const penalised_squares squares(design_, d, false, team_, report_);
  const auto rows = static_cast<double>(rows_);
  const std::vector<double> ones(static_cast<std::size_t>(rows_), 1.0);
  const vector column_means = design_.correlate(ones) / rows;
  const double y = vector::Map(problem_.signs.data(), rows_).mean();
  // b is the mean over rows of Y - E - Phi P - U, whose parts have means that are known beforehand.
  vector e = vector::Constant(k_, errors_are_labels_ ? y : 0.0);
  vector u = vector::Zero(k_);
  vector next_bias = (y - e.array()).matrix();
  vector nothing;
  double loss = 0;
  errors_are_added_ = true;
  for_each_number([&](double sign, std::int64_t at, std::int64_t /*c*/) { u_[at] = sign; });
  matrix pulls = advance_as_published(next_bias, e, loss);
  const char* ended = "iterations";
  for (std::int64_t t = 1; t <= iterations; ++t) {
    b_ = next_bias;
    w_ = p_ + r_;
    problem_.regulariser.proximal(mu_ * d, w_);
    p_ = w_ - r_ + pulls;
    squares.solve(p_, nothing);
    r_ = (r_ + p_ - w_) / published_growth;
    mu_ *= published_growth;
    const vector f = p_.transpose() * column_means;
    u = (u + e + f + b_).array() / published_growth - y / published_growth;
    next_bias = (y - (e + f + u).array()).matrix();
    pulls = advance_as_published(next_bias, e, loss);
    const double last = objective_;
    components_ = {w_, b_};
    objective_ =
        problem_.regulariser.value(w_) + static_cast<double>(problem_.regulariser.copies) * loss;
    reached(t, {objective_});
    if (std::abs(last - objective_) < published_change) {
      ended = "tolerance";
      break;
    }
  }
  b_ = next_bias;  // and Phi P, for a certificate
  design_.multiply_several(p_, products_);
  return ended;
}

/// U at P and b, the losses at (W, b), and E at the next b, its means over rows, and where it pulls
/// P: Phi' times what Phi P ought to be.
matrix multiplier_method::advance_as_published(const vector& next_bias, vector& errors,
                                               double& loss) {
  matrix both(p_.rows(), 2 * k_);
  both << p_, w_;
  sums_of_blocks sums(rows_, design_matrix::rows_a_piece, k_ + 1);
  matrix pulls = design_.multiply_and_correlate(
      both, k_, [&](std::int64_t first, std::int64_t last, const double* f, double* v) {
        double* const sum = sums.from(first);
        for (std::int64_t i = first; i < last; ++i, f += 2 * k_)
          for (std::int64_t c = 0; c < k_; ++c, ++v) {
            const std::int64_t at = i * k_ + c;
            const double y = problem_.signs[i];
            sum[k_] += problem_.loss.value(problem_.costs[i], 1 - y * (f[k_ + c] + b_[c]));
            const double u = (u_[at] - y + f[c] + b_[c]) / published_growth;
            const double target = y - next_bias[c] - u;
            const double error =
                y * problem_.loss.proximal(problem_.costs[i], mu_, y * (target - f[c]));
            u_[at] = u + error;
            sum[c] += error;
            *v = target - error;
          }
      });
  const std::vector<double> all = sums.total();
  errors = vector::Map(all.data(), k_) / static_cast<double>(rows_);
  loss = all.back();
  return pulls;
}

// ------------------------------------------------------------------------------- to the optimum

void multiplier_method::begin_near(const vector& weights, double bias,
                                   std::vector<double> signed_dual) {
  p_ = weights.replicate(1, k_);
  b_ = vector::Constant(k_, bias);
  near_ = std::move(signed_dual);
}

const char* multiplier_method::run_to_optimum(double tolerance, std::int64_t iterations,
                                              const listener_of_objectives& reached) {
  report_.resize(products_, rows_ * k_);
  report_.resize(errors_, rows_ * k_);
  mu_ = vector::Map(problem_.costs.data(), rows_).mean() / 2;
  const auto components = static_cast<double>(k_ * problem_.regulariser.copies);
  const vector d = column_penalties(design_, components, mu_);
  const penalised_squares squares(design_, d, true, team_, report_);
  if (!near_.empty()) {
    design_.multiply_several(p_, products_);
    r_ += design_.correlate(near_).replicate(1, k_);
    for_each_number(
        [&](double /*y*/, std::int64_t at, std::int64_t /*c*/) { u_[at] = -near_[at / k_] / mu_; });
  }
  r_.array().colwise() /= mu_ * d.array();
  pull pulled = begin();
  for (std::int64_t t = 1; t <= iterations; ++t) {
    w_ = p_ + r_;
    problem_.regulariser.proximal(mu_ * d, w_);
    const bool is_certified = t % iterations_a_certificate == 0 || t == iterations;
    if (is_certified) {
      certify();
      component_weights now = {w_, b_};
      if (const double objective = objective_of(now); objective < objective_) {
        objective_ = objective;
        components_ = std::move(now);
      }
      reached(t, {objective_, dual_objective_});
      if (objective_ - dual_objective_ <= tolerance * std::abs(objective_)) return "tolerance";
    }
    const component_weights last = {p_, b_};
    const matrix relaxed = relaxation * w_ + (1 - relaxation) * p_;
    p_ = ((relaxed - r_).array().colwise() * d.array()).matrix() + pulled.correlations;
    b_ = pulled.sums;
    squares.solve(p_, b_);
    r_ += p_ - relaxed;
    lengths left;
    pulled = advance(last.bias, left);
    const double primal = left.violated + squared_distance(d, p_, relaxed);
    const double dual = left.step + squared_distance(d, p_, last.weights);
    if (is_certified && may_balance(t) &&
        balance(std::sqrt(primal / std::max(left.errors, 1e-300)),
                std::sqrt(dual / std::max(left.multipliers, 1e-300))))
      pulled = begin();
  }
  return "iterations";
}

/// E and where it pulls, with P, b and U as they are.
multiplier_method::pull multiplier_method::begin() {
  for_each_number(
      [&](double y, std::int64_t at, std::int64_t c) { errors_[at] = y - products_[at] - b_[c]; });
  lengths nothing;
  return advance(b_, nothing);
}

/// Phi P and U at the new P and b, and the relaxed E, with where it pulls them next.
multiplier_method::pull multiplier_method::advance(const vector& last_bias, lengths& left) {
  sums_of_blocks sums(rows_, design_matrix::rows_a_piece, k_ + 4);
  matrix correlations = design_.multiply_and_correlate(
      p_, k_, [&](std::int64_t first, std::int64_t last, const double* f, double* v) {
        double* const sum = sums.from(first);
        double* const squares = sum + k_;
        for (std::int64_t i = first; i < last; ++i)
          for (std::int64_t c = 0; c < k_; ++c, ++f, ++v) {
            const std::int64_t at = i * k_ + c;
            const double y = problem_.signs[i];
            const double error = y - *f - b_[c];
            const double violated = errors_[at] - error;
            const double moved = *f + b_[c] - products_[at] - last_bias[c];
            products_[at] = *f;
            u_[at] += violated;
            const double slack = y * (error - u_[at]);
            errors_[at] = relaxation * y * problem_.loss.proximal(problem_.costs[i], mu_, slack) +
                          (1 - relaxation) * error;
            *v = y - u_[at] - errors_[at];
            sum[c] += *v;
            squares[0] += violated * violated;
            squares[1] += moved * moved;
            squares[2] += errors_[at] * errors_[at];
            squares[3] += u_[at] * u_[at];
          }
      });
  const std::vector<double> all = sums.total();
  left = {all[k_], all[k_ + 1], all[k_ + 2], all[k_ + 3]};
  return {std::move(correlations), vector::Map(all.data(), k_)};
}

/// A large primal residual asks for a larger mu, a large dual one for a smaller. Whether mu moved.
bool multiplier_method::balance(double primal, double dual) {
  constexpr double worth_a_move = 2;
  if (!(primal > 0) || !(dual > 0)) return false;
  const double ratio = primal / dual;
  if (ratio < worth_a_move && ratio > 1 / worth_a_move) return false;
  const double by = std::clamp(std::sqrt(ratio), 1 / most_change_of_mu, most_change_of_mu);
  mu_ *= by;
  r_ /= by;
  for_each_number([&](double /*y*/, std::int64_t at, std::int64_t /*c*/) { u_[at] /= by; });
  return true;
}

}  // namespace coppice
