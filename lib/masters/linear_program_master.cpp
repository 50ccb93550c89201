#include "masters/linear_program_master.hpp"

#include <algorithm>

#include "core/numbers.hpp"
#include "masters/clp.hpp"
#include "masters/column_matrix.hpp"
#include "masters/training_error.hpp"

namespace coppice {
namespace {

class linear_program_master final : public master {
 public:
  linear_program_master(classified_rows rows, thread_team& team, progress& report)
      : given_(std::move(rows)),
        team_(team),
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
  [[nodiscard]] double label(std::int64_t i) const { return given_.labels[i] == 1 ? 1 : -1; }
  void take_duals();
  void take_weights();
  [[nodiscard]] double dual_at(double largest_score) const {
    return sum_of_duals_ / std::max(1.0, largest_score);
  }

  classified_rows given_;
  thread_team& team_;
  progress& report_;
  column_matrix columns_;
  std::unique_ptr<growing_linear_program> program_;
  vector w_;
  std::vector<double> f_;
  std::vector<double> residual_;  // y a
  double objective_ = std::numeric_limits<double>::infinity();
  double sum_of_duals_ = 0;
  double largest_score_ = 0;  // of the learners chosen
};

void linear_program_master::add_column(const float* outputs) {
  columns_.append(outputs);
  w_.conservativeResize(w_.size() + 1);
  w_[w_.size() - 1] = 0;
  std::vector<double> row(outputs, outputs + given_.size());
  for (std::int64_t i = 0; i < given_.size(); ++i) {
    report_.poll_at(i);
    row[i] *= label(i);
  }
  program_->add_row(std::move(row));
}

void linear_program_master::solve() {
  if (w_.size() == 0) {
    for (std::int64_t i = 0; i < given_.size(); ++i) residual_[i] = label(i) * given_.costs[i];
    take_weights();
    sum_of_duals_ = objective_;
    return;
  }
  program_->solve();
  take_duals();
  largest_score_ = columns_.correlate(residual_).lpNorm<Eigen::Infinity>();
  take_weights();
}

/// Cut to their bounds, which CLP keeps to its tolerance only.
void linear_program_master::take_duals() {
  const double* duals = program_->solution();
  sum_of_duals_ = 0;
  for (std::int64_t i = 0; i < given_.size(); ++i) {
    report_.poll_at(i);
    const double a = std::clamp(duals[i], 0.0, given_.costs[i]);
    residual_[i] = label(i) * a;
    sum_of_duals_ += a;
  }
}

void linear_program_master::take_weights() {
  const double* multipliers = program_->multipliers();
  for (Eigen::Index j = 0; j < w_.size(); ++j) w_[j] = -multipliers[j];
  columns_.multiply(w_, 0, f_);
  objective_ = w_.size() == 0 ? 0 : w_.lpNorm<1>();
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
