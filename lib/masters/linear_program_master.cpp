#include "masters/linear_program_master.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "masters/class_of.hpp"
#include "masters/clp.hpp"
#include "masters/column_matrix.hpp"

namespace coppice {
namespace {

class linear_program_master final : public master {
 public:
  linear_program_master(classified_rows rows, thread_team& team, progress& report)
      : given_(std::move(rows)),
        report_(report),
        columns_(given_.size(), team, report),
        program_(make_linear_program(given_.costs, report)) {
    report_.resize(f_, given_.size());
    report_.resize(residual_, given_.size());
  }

  void add_column(const float* outputs) override;
  void solve() override;
  [[nodiscard]] residual_rows residual() const override { return {residual_.data()}; }
  [[nodiscard]] double objective() const override { return objective_; }
  [[nodiscard]] double dual_objective() const override { return dual_at(largest_score_); }
  [[nodiscard]] double trivial_bound() const override { return 0; }
  [[nodiscard]] double bound(const pricing& outside) const override {
    if (std::isnan(outside.squared_outside)) return outside.squared_outside;
    return dual_at(std::max(largest_score_, outside.merit));
  }
  [[nodiscard]] double threshold() const override { return 1; }
  [[nodiscard]] bool converged() const override {
    return objective_ - dual_objective() <= 1e-6 * objective_;
  }
  [[nodiscard]] std::vector<double> weights() const override {
    return {w_.data(), w_.data() + w_.size()};
  }
  [[nodiscard]] std::vector<double> bias() const override { return {0.0}; }
  [[nodiscard]] double train_error() const override;

 private:
  /// A column of the program: that of a learner, with a sign.
  struct signed_column {
    Eigen::Index learner;
    double sign;
  };
  [[nodiscard]] double label(std::int64_t i) const { return given_.labels[i] == 1 ? 1 : -1; }
  void enter(Eigen::Index learner, double sign);
  bool enter_violated(const vector& scores);
  void take_duals();
  void take_weights();
  [[nodiscard]] double dual_at(double largest_score) const {
    return sum_of_duals_ / std::max(1.0, largest_score);
  }

  classified_rows given_;
  progress& report_;
  column_matrix columns_;
  std::unique_ptr<growing_linear_program> program_;
  std::vector<signed_column> entered_;
  vector w_;
  std::vector<double> f_;
  std::vector<double> residual_;  // y a
  double objective_ = std::numeric_limits<double>::infinity();
  double sum_of_duals_ = 0;
  double largest_score_ = 0;  // of the learners chosen
};

void linear_program_master::add_column(const float* outputs) {
  columns_.append(outputs);
  const Eigen::Index learner = w_.size();
  w_.conservativeResize(learner + 1);
  w_[learner] = 0;
  const double score = dot(outputs, residual_.data(), given_.size());
  enter(learner, score < 0 ? -1 : 1);
}

void linear_program_master::enter(Eigen::Index learner, double sign) {
  vector unit = vector::Zero(w_.size());
  unit[learner] = sign;
  std::vector<double> column;
  columns_.multiply(unit, 0, column);
  for (std::int64_t i = 0; i < given_.size(); ++i) {
    report_.poll_at(i);
    column[i] *= label(i);
  }
  program_->add_column(column, 1);
  entered_.push_back({learner, sign});
}

void linear_program_master::solve() {
  if (entered_.empty()) {
    for (std::int64_t i = 0; i < given_.size(); ++i) residual_[i] = label(i) * given_.costs[i];
    take_weights();
    sum_of_duals_ = objective_;
    return;
  }
  bool again = true;
  while (again) {
    program_->solve();
    take_duals();
    const vector scores = columns_.correlate(residual_);
    largest_score_ = scores.lpNorm<Eigen::Infinity>();
    again = enter_violated(scores);
  }
  take_weights();
}

/// Columns with the other sign where their constraint is violated; false where there are none.
bool linear_program_master::enter_violated(const vector& scores) {
  constexpr double rounding = 1e-7;
  bool any = false;
  const std::size_t before = entered_.size();
  for (Eigen::Index j = 0; j < scores.size(); ++j) {
    if (!(std::abs(scores[j]) > 1 + rounding)) continue;
    const double sign = scores[j] < 0 ? -1 : 1;
    const auto there = [&](const signed_column& column) {
      return column.learner == j && column.sign == sign;
    };
    if (std::any_of(entered_.begin(), entered_.begin() + static_cast<std::ptrdiff_t>(before),
                    there))
      continue;
    enter(j, sign);
    any = true;
  }
  return any;
}

/// Cut to their bounds, which CLP keeps to its tolerance only.
void linear_program_master::take_duals() {
  const double* duals = program_->duals();
  sum_of_duals_ = 0;
  for (std::int64_t i = 0; i < given_.size(); ++i) {
    report_.poll_at(i);
    const double a = std::clamp(duals[i], 0.0, given_.costs[i]);
    residual_[i] = label(i) * a;
    sum_of_duals_ += a;
  }
}

void linear_program_master::take_weights() {
  w_.setZero();
  const double* solution = program_->solution();
  for (std::size_t k = 0; k < entered_.size(); ++k) {
    const double value = std::max(0.0, solution[given_.labels.size() + k]);
    w_[entered_[k].learner] += entered_[k].sign * value;
  }
  columns_.multiply(w_, 0, f_);
  objective_ = w_.size() == 0 ? 0 : w_.lpNorm<1>();
  for (std::int64_t i = 0; i < given_.size(); ++i) {
    report_.poll_at(i);
    objective_ += given_.costs[i] * std::max(0.0, 1 - label(i) * f_[i]);
  }
}

double linear_program_master::train_error() const {
  const double unsure =
      2e-15 * static_cast<double>(columns_.columns() + 1) * (w_.size() == 0 ? 0 : w_.lpNorm<1>());
  weighted_fraction wrong;
  for (std::int64_t i = 0; i < given_.size(); ++i) {
    report_.poll_at(i);
    double f = f_[i];
    const std::int64_t predicted = class_of(
        &f, 1, unsure, [&](std::int64_t /*score*/) { return columns_.multiply_row(i, w_, 0); });
    wrong.add(given_.weights[i], predicted != given_.labels[i]);
  }
  return wrong.value();
}

}  // namespace

std::unique_ptr<master> make_linear_program_master(classified_rows rows, thread_team& team,
                                                   progress& report) {
  return std::make_unique<linear_program_master>(std::move(rows), team, report);
}

}  // namespace coppice
