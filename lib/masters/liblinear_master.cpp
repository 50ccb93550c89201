#include "masters/liblinear_master.hpp"

#include "core/error.hpp"

#ifdef COPPICE_HAS_LIBLINEAR

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/numbers.hpp"
#include "masters/liblinear.hpp"
#include "masters/loss.hpp"

namespace coppice {
namespace {

constexpr double delta = 1e-4;
constexpr int most_attempts = 3;
constexpr std::int64_t rows_a_poll = 1024;
constexpr std::int64_t most_rows = 1000000000;  // LIBLINEAR counts in int

/// The cost of the rows with this sign.
double cost_of_class(const margin_problem& problem, double sign) {
  double cost = 0;
  for (std::size_t i = 0; i < problem.signs.size(); ++i) {
    if (problem.signs[i] != sign) continue;
    if (cost != 0 && problem.costs[i] != cost)
      fail(COPPICE_INVALID_DATA,
           "master=liblinear cannot weigh rows of one class differently: ", sign > 0 ? "+1" : "-1",
           " has weights that differ by a factor of ", problem.costs[i] / cost,
           "; expected equal ones, or use master=dual");
    cost = problem.costs[i];
  }
  return cost;
}

margin_problem checked(margin_problem problem) {
  if (problem.loss == loss_kind::least_squares)
    fail(COPPICE_INVALID_OPTION,
         "master=liblinear cannot do loss=least-squares; expected hinge or "
         "squared-hinge, or use master=dual");
  if (problem.bias == bias_kind::free)
    fail(COPPICE_INVALID_OPTION,
         "master=liblinear cannot do bias=free; expected penalised or "
         "none, or use master=dual");
  if (static_cast<std::int64_t>(problem.signs.size()) > most_rows)
    fail(COPPICE_INVALID_DATA, "master=liblinear takes at most ", most_rows, " rows, not ",
         problem.signs.size(), "; use master=dual");
  return problem;
}

class liblinear_master final : public master {
 public:
  liblinear_master(margin_problem problem, progress& report);

  void add_column(const float* outputs) override;
  [[nodiscard]] std::unique_ptr<master> copy() const override {
    return std::make_unique<liblinear_master>(*this);
  }
  void solve() override;
  [[nodiscard]] residual_rows residual() const override { return {residual_.data()}; }
  [[nodiscard]] double objective() const override { return objective_; }
  [[nodiscard]] double dual_objective() const override { return dual_objective_; }
  [[nodiscard]] double trivial_bound() const override { return 0; }
  [[nodiscard]] bool converged() const override {
    return objective_ - dual_objective_ <= problem_.tolerance * objective_;
  }
  [[nodiscard]] std::vector<double> weights() const override {
    return {weights_.begin() + columns_begin(), weights_.end()};
  }
  [[nodiscard]] std::vector<double> bias() const override { return {bias_of(weights_)}; }
  [[nodiscard]] double train_error() const override;

 private:
  template <class Value>
  void add_feature(Value value_of_row);
  [[nodiscard]] double stopping_tolerance() const;
  void take(const std::vector<double>& weights);
  [[nodiscard]] std::int64_t columns_begin() const {
    return own_features_ + (problem_.bias == bias_kind::penalised ? 1 : 0);
  }
  [[nodiscard]] double bias_of(const std::vector<double>& weights) const;
  [[nodiscard]] double decision(std::int64_t i, const std::vector<double>& weights) const;

  margin_problem problem_;
  progress& report_;
  const liblinear& engine_;
  std::int64_t rows_;
  bool squared_;
  double positive_cost_;
  double negative_cost_;
  double total_cost_;
  double rarer_share_;  // of the class with fewer rows

  // What LIBLINEAR sees of a row: its own feature (hinge), the constant (penalised bias), the
  // columns, and an end mark. Features count from 1; weights are in the same order.
  std::vector<std::vector<::feature_node>> nodes_;
  std::int64_t own_features_;
  double start_gradient_ = 0;  // squared norm of the squared hinge's gradient at w = 0

  // The best so far.
  std::vector<double> weights_;
  double objective_ = std::numeric_limits<double>::infinity();
  double dual_objective_ = -std::numeric_limits<double>::infinity();
  std::vector<double> residual_;  // y alpha
};

liblinear_master::liblinear_master(margin_problem problem, progress& report)
    : problem_(checked(std::move(problem))),
      report_(report),
      engine_(liblinear::engine()),
      rows_(static_cast<std::int64_t>(problem_.signs.size())),
      squared_(problem_.loss == loss_kind::squared_hinge),
      positive_cost_(cost_of_class(problem_, 1)),
      negative_cost_(cost_of_class(problem_, -1)),
      total_cost_(std::accumulate(problem_.costs.begin(), problem_.costs.end(), 0.0)),
      own_features_(squared_ ? 0 : rows_),
      weights_(static_cast<std::size_t>(own_features_)),
      residual_(problem_.signs.size()) {
  const auto positive = std::count(problem_.signs.begin(), problem_.signs.end(), 1.0);
  const auto rarer = static_cast<double>(std::min(positive, rows_ - positive));
  rarer_share_ = rarer / static_cast<double>(rows_);
  nodes_.reserve(problem_.signs.size());
  for (std::int64_t i = 0; i < rows_; ++i) {
    report_.poll_at(i);
    nodes_.push_back({{-1, 0}});
    if (!squared_) nodes_[i] = {{static_cast<int>(i + 1), delta}, {-1, 0}};
  }
  if (problem_.bias == bias_kind::penalised)
    add_feature([this](std::int64_t) { return problem_.bias_scale; });
  take(weights_);
}

template <class Value>
void liblinear_master::add_feature(Value value_of_row) {
  weights_.push_back(0);
  double slope = 0;
  for (std::int64_t i = 0; i < rows_; ++i) {
    report_.poll_at(i);
    const double value = value_of_row(i);
    nodes_[i].back() = {static_cast<int>(weights_.size()), value};
    nodes_[i].push_back({-1, 0});
    slope += 2 * problem_.costs[i] * problem_.signs[i] * value;
  }
  start_gradient_ += slope * slope;
}

void liblinear_master::add_column(const float* outputs) {
  add_feature([outputs](std::int64_t i) { return static_cast<double>(outputs[i]); });
  const double score = dot(outputs, residual_.data(), rows_);
  dual_objective_ -= score * score / 2;
}

/// What LIBLINEAR must reach for the gap to be the tolerance, P being about what it was. Newton
/// stops at |gradient| <= eps * rarer_share * |gradient at 0|, where the gap is half the gradient's
/// square; descent stops when no row's slack is wrong by more than eps.
double liblinear_master::stopping_tolerance() const {
  const double wanted = problem_.tolerance * objective_;
  if (!squared_) return std::min(0.1, wanted / total_cost_);
  const double start = rarer_share_ * std::sqrt(start_gradient_);
  return start > 0 ? std::min(0.01, std::sqrt(wanted) / start) : 0.01;
}

void liblinear_master::solve() {
  if (weights_.empty()) return;  // no column, no bias: solved by the constructor
  std::vector<::feature_node*> rows;
  rows.reserve(nodes_.size());
  for (std::vector<::feature_node>& row : nodes_) rows.push_back(row.data());
  const ::problem problem = {static_cast<int>(rows_), static_cast<int>(weights_.size()),
                             problem_.signs.data(), rows.data(), -1};
  std::array<int, 2> classes = {1, -1};
  std::array<double, 2> costs = {positive_cost_, negative_cost_};
  ::parameter parameter = {};
  parameter.solver_type = squared_ ? L2R_L2LOSS_SVC : L2R_L1LOSS_SVC_DUAL;
  parameter.C = 1;
  parameter.nr_weight = 2;
  parameter.weight_label = classes.data();
  parameter.weight = costs.data();
  // Again only where P turned out far below what it was, which happens at the first columns.
  double last = std::numeric_limits<double>::infinity();
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    report_.poll();
    parameter.eps = stopping_tolerance();
    if (parameter.eps > last / 2) return;
    last = parameter.eps;
    take(engine_.train(problem, parameter));
    if (converged()) return;
  }
}

double liblinear_master::bias_of(const std::vector<double>& weights) const {
  return problem_.bias == bias_kind::penalised ? weights[own_features_] * problem_.bias_scale : 0;
}

/// Added up in the order of the columns, as an ensemble predicts.
double liblinear_master::decision(std::int64_t i, const std::vector<double>& weights) const {
  double f = bias_of(weights);
  const auto first = static_cast<int>(columns_begin());
  for (const ::feature_node& node : nodes_[i])
    if (node.index > first) f += node.value * weights[node.index - 1];
  return f;
}

/// Both sides of the gap at LIBLINEAR's weights and multipliers; each is kept where it is the
/// better. So the objective never rises, which from-nothing solves do not promise by themselves.
void liblinear_master::take(const std::vector<double>& weights) {
  std::vector<double> signed_dual(problem_.signs.size());
  std::vector<double> correlation(weights.size());
  double primal = 0;
  double dual = 0;
  for (std::int64_t i = 0; i < rows_; ++i) {
    if (i % rows_a_poll == 0) report_.poll();
    const double y = problem_.signs[i];
    const double c = problem_.costs[i];
    const double s = 1 - y * decision(i, weights);
    double a = 0;
    if (squared_) {
      a = 2 * c * std::max(0.0, s);
      primal += squared_hinge_loss::value(c, s);
      dual += a - squared_hinge_loss::conjugate(c, a);
    } else {
      a = hinge_loss::clip(c, y * weights[i] / delta);
      primal += hinge_loss::value(c, s);
      dual += a;
    }
    signed_dual[i] = y * a;
    for (const ::feature_node& node : nodes_[i])
      if (node.index > own_features_) correlation[node.index - 1] += y * a * node.value;
  }
  for (std::size_t d = own_features_; d < weights.size(); ++d) {
    primal += weights[d] * weights[d] / 2;
    dual -= correlation[d] * correlation[d] / 2;
  }
  if (primal < objective_) {
    objective_ = primal;
    weights_ = weights;
  }
  if (dual > dual_objective_) {
    dual_objective_ = dual;
    residual_ = std::move(signed_dual);
  }
}

double liblinear_master::train_error() const {
  weighted_fraction wrong;
  for (std::int64_t i = 0; i < rows_; ++i)
    wrong.add(problem_.row_weights[i], (decision(i, weights_) >= 0) != (problem_.signs[i] > 0));
  return wrong.value();
}

}  // namespace

std::unique_ptr<master> make_liblinear_master(margin_problem problem, progress& report) {
  return std::make_unique<liblinear_master>(std::move(problem), report);
}

}  // namespace coppice

#else

namespace coppice {

std::unique_ptr<master> make_liblinear_master(margin_problem /*problem*/, progress& /*report*/) {
  fail(COPPICE_UNAVAILABLE,
       "this build has no master=liblinear; build where linear.h is (Debian: liblinear-dev), or "
       "use master=dual");
}

}  // namespace coppice

#endif
