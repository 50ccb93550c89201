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
      b_(vector::Zero(k_)) {
  report_.resize(products_, rows_ * k_);
  report_.resize(last_products_, rows_ * k_);
  report_.resize(errors_, rows_ * k_);
  report_.resize(u_, rows_ * k_);
  report_.resize(signed_dual_, rows_ * k_);
  if (start.errors_are_labels)
    for_each_number([&](double y, std::int64_t at, std::int64_t /*c*/) { errors_[at] = y; });
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

/// E at Phi P + 1b', y a that goes with it, and as `targets` what Phi P + 1b' ought to be then,
/// Y - U less the E that is relaxed.
void multiplier_method::update_errors(double relaxed, std::vector<double>& targets) {
  for_each_number([&](double y, std::int64_t at, std::int64_t c) {
    const double error = y - products_[at] - b_[c];
    const double slack = y * (error - u_[at]);
    const double e = problem_.loss.proximal(problem_.costs[at / k_], mu_, slack);
    signed_dual_[at] = y * mu_ * (slack - e);
    errors_[at] = relaxed * y * e + (1 - relaxed) * error;
    targets[at] = y - u_[at] - errors_[at];
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
  const auto sides = sum_over_rows(
      team_, report_, rows_, k_, 2 * k_, [&](std::int64_t first, std::int64_t last, double* sums) {
        for (std::int64_t i = first; i < last; ++i)
          for (std::int64_t c = 0; c < k_; ++c) {
            const double signed_dual = signed_dual_[i * k_ + c];
            sums[2 * c + (signed_dual > 0 ? 1 : 0)] += std::abs(signed_dual);
          }
      });
  std::vector<double> balanced;
  report_.resize(balanced, rows_ * k_);
  for_each_number([&](double y, std::int64_t at, std::int64_t c) {
    const double of_this = sides[2 * c + (y > 0 ? 1 : 0)];
    const double of_other = sides[2 * c + (y > 0 ? 0 : 1)];
    balanced[at] = signed_dual_[at] * (of_this > of_other ? of_other / of_this : 1);
  });
  const auto of_rows = sum_over_rows(team_, report_, rows_, k_, 2,
                                     [&](std::int64_t first, std::int64_t last, double* sums) {
                                       for (std::int64_t i = first; i < last; ++i)
                                         for (std::int64_t c = 0; c < k_; ++c) {
                                           const double a = std::abs(balanced[i * k_ + c]);
                                           sums[0] += a;
                                           sums[1] += problem_.loss.conjugate(problem_.costs[i], a);
                                         }
                                     });
  const matrix correlations = design_.correlate_several(balanced, k_);
  const auto copies = static_cast<double>(problem_.regulariser.copies);
  const auto dual_at = [&](double multiple) {
    return copies * (multiple * of_rows[0] - problem_.loss.at_multiple(multiple) * of_rows[1]) -
           problem_.regulariser.conjugate(multiple * correlations);
  };
  dual_objective_ = std::max({dual_objective_, dual_at(1), dual_at(largest_at(dual_at))});
}

void multiplier_method::scale_multipliers(double mu) {
  const double by = mu_ / mu;
  mu_ = mu;
  r_ *= by;
  for_each_number([&](double /*y*/, std::int64_t at, std::int64_t /*c*/) { u_[at] *= by; });
}

/// U and R at the new P and b, and how far they moved beside it.
multiplier_method::residuals multiplier_method::update_multipliers(const vector& d, const matrix& w,
                                                                   const component_weights& last) {
  const std::vector<double> sums = sum_over_rows(
      team_, report_, rows_, k_, 4, [&](std::int64_t first, std::int64_t end, double* sum) {
        for (std::int64_t i = first; i < end; ++i)
          for (std::int64_t c = 0; c < k_; ++c) {
            const std::int64_t at = i * k_ + c;
            const double f = products_[at] + b_[c];
            const double violated = errors_[at] - problem_.signs[i] + f;
            const double moved = f - last_products_[at] - last.bias[c];
            u_[at] += violated;
            sum[0] += violated * violated;
            sum[1] += moved * moved;
            sum[2] += errors_[at] * errors_[at];
            sum[3] += u_[at] * u_[at];
          }
      });
  r_ += p_ - w;
  return {std::sqrt((sums[0] + squared_distance(d, p_, w)) / std::max(sums[2], 1e-300)),
          std::sqrt((sums[1] + squared_distance(d, p_, last.weights)) / std::max(sums[3], 1e-300))};
}

/// The sums over rows of a list of numbers of all components, one a component.
vector multiplier_method::sums_of(const std::vector<double>& numbers) {
  const std::vector<double> sums = sum_over_rows(
      team_, report_, rows_, k_, k_, [&](std::int64_t first, std::int64_t last, double* sum) {
        for (std::int64_t i = first; i < last; ++i)
          for (std::int64_t c = 0; c < k_; ++c) sum[c] += numbers[i * k_ + c];
      });
  return vector::Map(sums.data(), k_);
}

void multiplier_method::move_products() {
  std::swap(products_, last_products_);
  design_.multiply_several(p_, products_);
}

const char* multiplier_method::run_as_published(std::int64_t iterations,
                                                const listener_of_objectives& reached) {
  const vector d = vector::Ones(w_.rows());
  const penalised_squares squares(design_, d, false, team_, report_);
  std::vector<double> targets(products_.size());
  vector nothing;
  for (std::int64_t t = 1; t <= iterations; ++t) {
    w_ = p_ + r_;
    problem_.regulariser.proximal(mu_ * d, w_);
    for_each_number([&](double y, std::int64_t at, std::int64_t /*component*/) {
      targets[at] = y - errors_[at] - products_[at] - u_[at];
    });
    b_ = sums_of(targets) / static_cast<double>(rows_);
    update_errors(1, targets);
    for_each_number([&](double /*y*/, std::int64_t at, std::int64_t c) { targets[at] -= b_[c]; });
    const matrix last_p = p_;
    p_ = w_ - r_ + design_.correlate_several(targets, k_);
    squares.solve(p_, nothing);
    move_products();
    update_multipliers(d, w_, {last_p, b_});
    scale_multipliers(published_growth * mu_);
    const double last = objective_;
    components_ = {w_, b_};
    objective_ = objective_of(components_);
    reached(t, {objective_});
    if (std::abs(last - objective_) < published_change) return "tolerance";
  }
  return "iterations";
}

const char* multiplier_method::run_to_optimum(double tolerance, std::int64_t iterations,
                                              const listener_of_objectives& reached) {
  mu_ = vector::Map(problem_.costs.data(), rows_).mean() / 2;
  const auto components = static_cast<double>(k_ * problem_.regulariser.copies);
  const vector d = column_penalties(design_, components, mu_);
  const penalised_squares squares(design_, d, true, team_, report_);
  r_.array().colwise() /= mu_ * d.array();
  std::vector<double> targets(products_.size());
  for (std::int64_t t = 1; t <= iterations; ++t) {
    w_ = p_ + r_;
    problem_.regulariser.proximal(mu_ * d, w_);
    update_errors(relaxation, targets);
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
    p_ = ((relaxed - r_).array().colwise() * d.array()).matrix() +
         design_.correlate_several(targets, k_);
    b_ = sums_of(targets);
    squares.solve(p_, b_);
    move_products();
    const residuals left = update_multipliers(d, relaxed, last);
    if (is_certified && may_balance(t)) balance(left);
  }
  return "iterations";
}

/// A large primal residual asks for a larger mu, a large dual one for a smaller.
void multiplier_method::balance(const residuals& left) {
  constexpr double worth_a_move = 2;
  if (!(left.primal > 0) || !(left.dual > 0)) return;
  const double ratio = left.primal / left.dual;
  if (ratio < worth_a_move && ratio > 1 / worth_a_move) return;
  scale_multipliers(mu_ * std::clamp(std::sqrt(ratio), 1 / most_change_of_mu, most_change_of_mu));
}

}  // namespace coppice
