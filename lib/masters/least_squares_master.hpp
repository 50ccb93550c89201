// Restricted masters of least squares: L, rows x D, is what is expected of every row,
//
//     min over W, b of  1/2 |W|^2 + 1/2 sum_i c_i |L_i - W'phi_i - b|^2,
//
// c_i being C times the row's weight. At its optimum the residuals U_i = c_i (L_i - f_i) are the
// dual: 1'U = 0 and W = Phi'U. At any (W, b) whose U sums up to 0, the gap is |W - Phi'U|^2 / 2.
//
// Method: with columns centred by the weights c, W = A^-1 Phi~'diag(c)L, A = I + Phi~'diag(c)Phi~.
// A new column h costs O(NJ + J^2): its ridge regression on the others, a = A^-1 Phi~'diag(c)h~,
// leaves r = h~ - Phi~a and grows A's Cholesky factor by a row. U then moves along s = diag(c)r,
//
//     w = U'h~ / d,    U -= s w',    W -= a w',    d = 1 + a'a + r's  (>= 1, however r is rounded).
//
// This is (20) of Shen & Liu, who do it with an N x N matrix. Now and then U is made anew from
// (W, b), the gap is measured, and where it is more than rounding, W is refined with the same
// factor.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "core/progress.hpp"
#include "core/row_sums.hpp"
#include "core/thread_team.hpp"
#include "masters/column_matrix.hpp"
#include "masters/growing_factor.hpp"
#include "masters/master.hpp"

namespace coppice {

class least_squares_master : public master {
 public:
  void add_column(const float* outputs) final;
  void solve() final;
  [[nodiscard]] residual_rows residual() const final {
    residual_rows rows = {residual_.data(), dimensions_, rule_};
    rows.steps = {directions_.data(), factors_.data(), steps_};
    return rows;
  }
  [[nodiscard]] double objective() const final { return objective_; }
  [[nodiscard]] double dual_objective() const final { return dual_objective_; }
  [[nodiscard]] double trivial_bound() const final { return 0; }
  [[nodiscard]] bool converged() const final;
  [[nodiscard]] std::vector<double> weights() const override { return weights_; }
  [[nodiscard]] std::vector<double> bias() const override {
    return {bias_.data(), bias_.data() + bias_.size()};
  }

 protected:
  /// L_it, number t of what is expected of row i.
  using expected_numbers = std::function<double(std::int64_t i, std::int64_t t)>;

  /// Of so many dimensions D; residuals are priced by `rule`. The team and the report must outlive
  /// the master.
  least_squares_master(std::vector<double> costs, std::int64_t dimensions,
                       expected_numbers expected, merit_rule rule, thread_team& team,
                       progress& report);

  [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::int64_t dimensions() const noexcept { return dimensions_; }
  [[nodiscard]] double cost(std::int64_t i) const { return costs_[i]; }
  [[nodiscard]] const double* residual_of(std::int64_t i) const {
    return &residual_[i * dimensions_];
  }
  [[nodiscard]] const column_matrix& columns() const noexcept { return columns_; }
  [[nodiscard]] thread_team& team() const noexcept { return team_; }
  [[nodiscard]] const progress& report() const noexcept { return report_; }

  /// How far L - U / c may be from f, which is of this size, by the rounding of all steps since U
  /// was made anew.
  [[nodiscard]] double rounding_of(double size) const;

 private:
  [[nodiscard]] double relative_gap() const {
    return objective_ > 0 ? (objective_ - dual_objective_) / objective_ : 0;
  }
  template <class Work>
  [[nodiscard]] std::vector<double> sum_over_rows(std::int64_t count, const Work& work) const {
    return coppice::sum_over_rows(team_, report_, rows_, dimensions_, count, work);
  }
  template <class Work>
  void for_rows(const Work& work) const {
    coppice::for_rows(team_, report_, rows_, dimensions_, work);
  }
  void take_in(const std::vector<float>& outputs);
  void step(const vector& others, const std::vector<double>& sums, double curvature);
  void forget_steps() {
    steps_ = 0;
    factors_.clear();
  }
  void renew();
  vector make_residual();
  void evaluate();

  std::vector<double> costs_;
  expected_numbers expected_;
  merit_rule rule_;
  thread_team& team_;
  progress& report_;
  std::int64_t rows_;
  std::int64_t dimensions_;
  double total_;           // of the costs
  vector expected_means_;  // of L, by the costs
  column_matrix columns_;
  std::vector<std::vector<float>> waiting_;  // columns that are not yet solved for
  std::vector<double> means_;                // of the others
  growing_factor factor_;                    // of A
  std::vector<double> weights_;              // W, columns x dimensions
  vector bias_;
  std::vector<double> residual_;    // U, rows x dimensions
  std::vector<double> directions_;  // s of the last columns, one after the other
  std::vector<double> factors_;     // and their w
  std::int64_t steps_ = 0;          // how many; 0 where they do not tell how U came about
  double objective_ = std::numeric_limits<double>::infinity();
  double dual_objective_ = 0;
  double distance_ = 0;  // |W - Phi'U| when U was made anew
  double turnover_ = 0;  // of the sums since then, in units of it
};

}  // namespace coppice
