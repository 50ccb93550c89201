#include "masters/exponential_master.hpp"

#include <algorithm>
#include <cmath>

#include "core/row_sums.hpp"
#include "masters/column_matrix.hpp"
#include "masters/margin_hessian.hpp"
#include "masters/penalty_newton.hpp"
#include "masters/scaled_dual_master.hpp"
#include "masters/training_error.hpp"

namespace coppice {
namespace {

class exponential_master final : public scaled_dual_master, private penalised_function {
 public:
  exponential_master(classified_rows rows, double theta, double tolerance, thread_team& team,
                     progress& report)
      : scaled_dual_master(tolerance),
        given_(std::move(rows)),
        theta_(theta),
        team_(team),
        report_(report),
        rows_(given_.size()),
        scores_(given_.scores()),
        columns_(rows_, team, report),
        hessian_(given_.labels, given_.classes, scores_, columns_, team, report) {
    report_.resize(f_, rows_ * scores_);
    report_.resize(residual_, rows_ * scores_);
  }

  void add_column(const float* outputs) override {
    columns_.append(outputs);
    const Eigen::Index learners = columns_.columns();
    vector more = vector::Zero(learners * scores_);
    for (std::int64_t s = 0; s < scores_; ++s)
      more.segment(s * learners, learners - 1) = w_.segment(s * (learners - 1), learners - 1);
    w_ = std::move(more);
  }
  [[nodiscard]] std::unique_ptr<master> copy() const override;
  void solve() override;
  [[nodiscard]] residual_rows residual() const override { return {residual_.data(), scores_}; }
  [[nodiscard]] double threshold() const override { return theta_; }
  [[nodiscard]] std::vector<double> weights() const override;
  [[nodiscard]] std::vector<double> bias() const override {
    return std::vector<double>(static_cast<std::size_t>(scores_), 0.0);
  }
  [[nodiscard]] double train_error() const override;

 private:
  double look(const vector& w, vector& gradient) override;
  [[nodiscard]] vector hessian_times(const vector& d) override;
  [[nodiscard]] vector diagonal() override;
  [[nodiscard]] matrix_view hessian_of(const std::vector<Eigen::Index>& some) override {
    return hessian_.among(some, residual_);
  }
  [[nodiscard]] progress& report() const override { return report_; }
  void lighten(vector& w) const override;
  [[nodiscard]] bool is_near_enough(const vector& w, double value, const vector& gradient) override;
  void multiply(const vector& w, std::vector<double>& values) const;
  [[nodiscard]] vector correlate(const std::vector<double>& values) const;
  [[nodiscard]] double dual_at(double largest_score) const override;

  classified_rows given_;
  double theta_;
  thread_team& team_;
  progress& report_;
  std::int64_t rows_;
  std::int64_t scores_;
  column_matrix columns_;
  vector w_;                      // of score after score, as many as there are columns
  std::vector<double> f_;         // rows x scores, where it last looked
  std::vector<double> residual_;  // V, the same
  std::vector<double> images_;    // of the Hessian's products, the same
  margin_hessian hessian_;
  double loss_ = 0;     // sum of U
  double margins_ = 0;  // sum of U rho
};

std::unique_ptr<master> exponential_master::copy() const {
  auto result = std::make_unique<exponential_master>(given_, theta_, tolerance_, team_, report_);
  std::vector<float> outputs;
  for (std::int64_t j = 0; j < columns_.columns(); ++j) {
    columns_.get(j, outputs);
    result->columns_.append(outputs.data());
  }
  result->w_ = w_;
  return result;
}

void exponential_master::solve() {
  minimise_penalised(*this, theta_, tolerance_, w_);
}

bool exponential_master::is_near_enough(const vector& w, double value, const vector& gradient) {
  objective_ = value + theta_ * w.lpNorm<1>();
  largest_score_ = gradient.size() == 0 ? 0 : gradient.lpNorm<Eigen::Infinity>();
  return converged();
}

std::vector<double> exponential_master::weights() const {
  const Eigen::Index learners = columns_.columns();
  std::vector<double> result;
  for (Eigen::Index j = 0; j < learners; ++j)
    for (std::int64_t s = 0; s < scores_; ++s) result.push_back(w_[s * learners + j]);
  return result;
}

void exponential_master::lighten(vector& w) const {
  if (scores_ == 1) return;
  Eigen::Map<matrix> of_scores(w.data(), columns_.columns(), scores_);
  std::vector<double> sorted(static_cast<std::size_t>(scores_));
  for (Eigen::Index j = 0; j < of_scores.rows(); ++j) {
    for (std::int64_t s = 0; s < scores_; ++s) sorted[s] = of_scores(j, s);
    const auto middle = sorted.begin() + (scores_ - 1) / 2;
    std::nth_element(sorted.begin(), middle, sorted.end());
    of_scores.row(j).array() -= *middle;
  }
}

/// values_is = sum_j w_js h_j(x_i).
void exponential_master::multiply(const vector& w, std::vector<double>& values) const {
  report_.resize(values, rows_ * scores_);
  std::vector<double> one;
  for (std::int64_t s = 0; s < scores_; ++s) {
    columns_.multiply(w.segment(s * columns_.columns(), columns_.columns()), 0, one);
    for (std::int64_t i = 0; i < rows_; ++i) {
      report_.poll_at(i);
      values[i * scores_ + s] = one[i];
    }
  }
}

/// sum_i values_is h_j(x_i), of score after score.
vector exponential_master::correlate(const std::vector<double>& values) const {
  vector result(columns_.columns() * scores_);
  std::vector<double> one;
  report_.resize(one, rows_);
  for (std::int64_t s = 0; s < scores_; ++s) {
    for (std::int64_t i = 0; i < rows_; ++i) {
      report_.poll_at(i);
      one[i] = values[i * scores_ + s];
    }
    result.segment(s * columns_.columns(), columns_.columns()) = columns_.correlate(one);
  }
  return result;
}

/// The loss, and -V'Phi; f, V and what the dual is made of.
double exponential_master::look(const vector& w, vector& gradient) {
  multiply(w, f_);
  const std::vector<double> sums = sum_over_rows(
      team_, report_, rows_, scores_, 2, [&](std::int64_t first, std::int64_t last, double* sum) {
        for (std::int64_t i = first; i < last; ++i) {
          const double* f = &f_[i * scores_];
          double* v = &residual_[i * scores_];
          const std::int64_t label = given_.labels[i];
          if (scores_ == 1) {
            const double sign = label == 1 ? 1 : -1;
            const double u = given_.costs[i] * std::exp(-sign * *f);
            *v = sign * u;
            sum[0] += u;
            sum[1] += u * sign * *f;
            continue;
          }
          double own = 0;
          for (std::int64_t r = 0; r < scores_; ++r) {
            if (r == label) continue;
            const double margin = f[label] - f[r];
            const double u = given_.costs[i] * std::exp(-margin);
            v[r] = -u;
            own += u;
            sum[1] += u * margin;
          }
          v[label] = own;
          sum[0] += own;
        }
      });
  loss_ = sums[0];
  margins_ = sums[1];
  gradient = -correlate(residual_);
  return loss_;
}

/// Of exp(F_r - F_y) with the curvature U_r = -V_r: U_r (d_r - d_y), and its opposite for y.
vector exponential_master::hessian_times(const vector& d) {
  multiply(d, images_);
  for_rows(team_, report_, rows_, scores_, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) {
      double* const image = &images_[i * scores_];
      const double* const v = &residual_[i * scores_];
      if (scores_ == 1) {
        *image *= std::abs(*v);
        continue;
      }
      const std::int64_t label = given_.labels[i];
      const double of_label = image[label];
      double own = 0;
      for (std::int64_t r = 0; r < scores_; ++r) {
        if (r == label) continue;
        image[r] = -v[r] * (image[r] - of_label);
        own -= image[r];
      }
      image[label] = own;
    }
  });
  return correlate(images_);
}

/// As if all outputs were -1 or +1: sum_i |V_is|, the same for all columns.
vector exponential_master::diagonal() {
  const std::vector<double> sums =
      sum_over_rows(team_, report_, rows_, scores_, scores_,
                    [&](std::int64_t first, std::int64_t last, double* sum) {
                      for (std::int64_t k = first * scores_; k < last * scores_; ++k)
                        sum[k % scores_] += std::abs(residual_[k]);
                    });
  const double least = 1e-12 * *std::max_element(sums.begin(), sums.end());
  vector result(columns_.columns() * scores_);
  for (std::int64_t s = 0; s < scores_; ++s)
    result.segment(s * columns_.columns(), columns_.columns())
        .setConstant(std::max(sums[s], least));
  return result;
}

/// The dual at t U, t <= theta / largest_score; sum t U (1 - ln t + rho).
double exponential_master::dual_at(double largest_score) const {
  const double best = std::exp(margins_ / loss_);  // of all multiples
  const double most = largest_score > 0 ? theta_ / largest_score : best;
  const double t = std::min(best, most);
  return t * ((1 - std::log(t)) * loss_ + margins_);
}

double exponential_master::train_error() const {
  const predicting_weights by(columns_, weights(), bias());
  std::vector<double> f;
  multiply(w_, f);
  return training_error(given_, by, by.rounding(), team_, report_,
                        [&](std::int64_t i, double* out) {
                          std::copy(&f[i * scores_], &f[i * scores_] + scores_, out);
                        });
}

}  // namespace

std::unique_ptr<master> make_exponential_master(classified_rows rows, double theta,
                                                double tolerance, thread_team& team,
                                                progress& report) {
  return std::make_unique<exponential_master>(std::move(rows), theta, tolerance, team, report);
}

}  // namespace coppice
