#include "masters/linear_program_master.hpp"

#include <algorithm>
#include <cmath>

#include "masters/column_matrix.hpp"
#include "masters/dual_simplex.hpp"
#include "masters/scaled_dual_master.hpp"
#include "masters/training_error.hpp"

namespace coppice {
namespace {

/// What was found; with costs of very different sizes it may be anything.
double finite_or_zero(double found) {
  return std::isfinite(found) ? found : 0;
}

std::vector<double> signs_of(const classified_rows& given, const progress& report) {
  std::vector<double> signs;
  report.resize(signs, given.size());
  for (std::int64_t i = 0; i < given.size(); ++i) {
    report.poll_at(i);
    signs[i] = given.sign(given.labels[i], 0);
  }
  return signs;
}

class linear_program_master final : public scaled_dual_master {
 public:
  linear_program_master(classified_rows rows, thread_team& team, progress& report)
      : scaled_dual_master(1e-6),
        given_(std::move(rows)),
        team_(team),
        report_(report),
        columns_(given_.size(), team, report),
        program_(signs_of(given_, report), given_.costs, team, report) {
    report_.resize(f_, given_.size());
    report_.resize(residual_, given_.size());
  }

  void add_column(const float* outputs) override;
  [[nodiscard]] std::unique_ptr<master> copy() const override;
  void solve() override;
  [[nodiscard]] residual_rows residual() const override { return {residual_.data()}; }
  [[nodiscard]] double threshold() const override { return 1; }
  [[nodiscard]] std::vector<double> weights() const override {
    return {w_.data(), w_.data() + w_.size()};
  }
  [[nodiscard]] std::vector<double> bias() const override { return {0.0}; }
  [[nodiscard]] double train_error() const override;

 private:
  [[nodiscard]] double label(std::int64_t i) const { return given_.sign(given_.labels[i], 0); }
  void take_duals();
  void take_weights();
  [[nodiscard]] double dual_at(double largest_score) const override {
    return sum_of_duals_ / std::max(1.0, largest_score);
  }

  classified_rows given_;
  thread_team& team_;
  progress& report_;
  column_matrix columns_;
  dual_simplex program_;
  vector w_;
  std::vector<double> f_;
  std::vector<double> residual_;  // y a
  double sum_of_duals_ = 0;
};

void linear_program_master::add_column(const float* outputs) {
  columns_.append(outputs);
}

std::unique_ptr<master> linear_program_master::copy() const {
  return std::make_unique<linear_program_master>(*this);
}

void linear_program_master::solve() {
  program_.solve(columns_);
  take_duals();
  largest_score_ = columns_.correlate(residual_).lpNorm<Eigen::Infinity>();
  take_weights();
}

/// Cut to their bounds, which are kept to a tolerance only.
void linear_program_master::take_duals() {
  const std::vector<double>& duals = program_.residual();
  sum_of_duals_ = 0;
  for (std::int64_t i = 0; i < given_.size(); ++i) {
    report_.poll_at(i);
    const double a = std::clamp(finite_or_zero(label(i) * duals[i]), 0.0, given_.costs[i]);
    residual_[i] = label(i) * a;
    sum_of_duals_ += a;
  }
}

void linear_program_master::take_weights() {
  w_ = vector(program_.weights().unaryExpr(&finite_or_zero));
  columns_.multiply(w_, 0, f_);
  objective_ = w_.lpNorm<1>();
  for (std::int64_t i = 0; i < given_.size(); ++i) {
    report_.poll_at(i);
    objective_ += given_.costs[i] * std::max(0.0, 1 - label(i) * f_[i]);
  }
}

double linear_program_master::train_error() const {
  const predicting_weights by(columns_, weights(), bias());
  return training_error(given_, by, by.rounding(), team_, report_,
                        [this](std::int64_t i, double* out) { *out = f_[i]; });
}

}  // namespace

std::unique_ptr<master> make_linear_program_master(classified_rows rows, thread_team& team,
                                                   progress& report) {
  return std::make_unique<linear_program_master>(std::move(rows), team, report);
}

}  // namespace coppice
