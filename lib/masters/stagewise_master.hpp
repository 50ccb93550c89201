// Masters of stagewise methods: boosting and bagging. The newest learner gets its weights by the
// decision values of the rows, and may move the bias. The weights of all other learners stay as
// they are, and a learner may be chosen again. There is no dual, and so no bound.
//
// Each method says two things: what weights a learner gets, and what follows from the decision
// values f of the rows: the residuals that the next learner is chosen by, and the objective.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "core/progress.hpp"
#include "core/row_sums.hpp"
#include "core/thread_team.hpp"
#include "masters/classified_rows.hpp"
#include "masters/column_matrix.hpp"
#include "masters/master.hpp"

namespace coppice {

class stagewise_master : public master {
 public:
  void add_column(const float* outputs) final;
  [[nodiscard]] std::unique_ptr<master> copy() const final { return nullptr; }
  void solve() final;
  [[nodiscard]] residual_rows residual() const override {
    return {residual_.data(), scores_, merit_rule::magnitudes};
  }
  [[nodiscard]] double objective() const override { return objective_; }
  [[nodiscard]] double dual_objective() const override {
    return std::numeric_limits<double>::quiet_NaN();
  }
  [[nodiscard]] double trivial_bound() const override { return dual_objective(); }
  /// Rows that one learner has told apart leave nothing to gain.
  [[nodiscard]] double threshold() const override {
    return told_apart_ ? std::numeric_limits<double>::infinity() : 0;
  }
  [[nodiscard]] bool repeats() const override { return true; }
  [[nodiscard]] bool converged() const override { return true; }
  [[nodiscard]] std::vector<double> weights() const override { return weights_; }
  [[nodiscard]] std::vector<double> bias() const override { return bias_; }
  [[nodiscard]] double train_error() const override;

 protected:
  stagewise_master(classified_rows rows, thread_team& team, progress& report);

  /// The weights of a learner, one a score, and what the bias rises by, from its outputs and what
  /// look() has found; both are 0 to begin with.
  virtual void weigh(const std::vector<float>& outputs, double* weights, double* bias) = 0;

  /// Sets residual_ and objective_ by f().
  virtual void look() = 0;

  template <class Work>
  [[nodiscard]] std::vector<double> sum_over_rows(std::int64_t count, const Work& work) const {
    return coppice::sum_over_rows(team_, report_, rows_, scores_, count, work);
  }
  template <class Work>
  void for_rows(const Work& work) const {
    coppice::for_rows(team_, report_, rows_, scores_, work);
  }

  /// The largest exponent(row) of all rows: exp() of one less this never overflows, and is 1 for
  /// one.
  template <class Exponent>
  [[nodiscard]] double largest_exponent(const Exponent& exponent) const {
    constexpr double none = -std::numeric_limits<double>::infinity();
    return largest_over_rows(team_, report_, rows_, scores_, none,
                             [&](std::int64_t first, std::int64_t last) {
                               double largest = none;
                               for (std::int64_t i = first; i < last; ++i)
                                 largest = std::max(largest, exponent(i));
                               return largest;
                             });
  }

  /// sum_i u_ik h(x_i) of every residual k.
  [[nodiscard]] std::vector<double> scores_of(const std::vector<float>& outputs) const;

  /// The weight 1/2 ln((1 - e) / e) of a learner with the weighted error e = (1 - s) / 2. An error
  /// of 0 counts as that of half a row, which keeps the weight finite.
  [[nodiscard]] double step_of(double s) const;

  /// Whether a learner with this s has no error but rounding.
  static bool errs_nowhere(double s) { return s >= 1 - 1e-12; }

  /// The newest learner has told all rows apart: it is the last.
  void end() { told_apart_ = true; }

  [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::int64_t scores() const noexcept { return scores_; }
  [[nodiscard]] std::int64_t classes() const noexcept { return given_.classes; }
  [[nodiscard]] std::int64_t label(std::int64_t row) const { return given_.labels[row]; }
  [[nodiscard]] double cost(std::int64_t row) const { return given_.costs[row]; }
  /// Of a row's class (classified_rows.hpp).
  [[nodiscard]] double sign(std::int64_t row, std::int64_t score = 0) const {
    return signs(row)[score];
  }
  /// The signs of all scores.
  [[nodiscard]] const double* signs(std::int64_t row) const {
    return &signs_[given_.labels[row] * scores_];
  }
  [[nodiscard]] const double* f(std::int64_t row) const { return &f_[row * scores_]; }
  [[nodiscard]] const progress& report() const noexcept { return report_; }

  std::vector<double> residual_;  // rows x scores, or rows where a method has one residual
  double objective_ = std::numeric_limits<double>::quiet_NaN();

 private:
  classified_rows given_;
  thread_team& team_;
  progress& report_;
  std::int64_t rows_;
  std::int64_t scores_;
  column_matrix columns_;
  std::vector<float> newest_;    // outputs of a learner without weights yet
  std::vector<double> signs_;    // classes x scores: looked up, as each row needs them all
  std::vector<double> f_;        // rows x scores
  std::vector<double> weights_;  // learners x scores
  std::vector<double> bias_;
  bool told_apart_ = false;
};

}  // namespace coppice
