// The restricted master of CGEns with the hinge loss: the soft-margin SVM on the chosen columns
// (problem (P) of Shen & Liu over J learners),
//
//     min over w, b of  P = 1/2 |w|^2 + B(b) + sum_i c_i max(0, 1 - y_i f_i),  f = Phi w + b,
//     max over alpha of D = sum_i alpha_i - 1/2 |Phi'(y alpha)|^2 - B*(y'alpha),  0 <= alpha <= c,
//
// c_i being C times the row's weight. The bias is free (B = 0 and y'alpha = 0), penalised
// (B = b^2 / (2 scale^2): a constant column of height `scale`), or none.
//
// Method: the proximal point method on the dual, whose steps are minimisations over (w, b) of a
// piecewise quadratic function with one continuous derivative,
//
//     phi(w, b) = 1/2 |w|^2 + B(b)
//                 + sum_i max over 0 <= a <= c_i of a s_i - (a - anchor_i)^2 / (2 sigma c_i),
//
// s = 1 - y f, reached in finitely many semismooth Newton steps with a line search. (Distance is
// weighed by 1 / c_i: so a row of weight k is k rows.) The Newton matrix is I + sigma Z'CZ with Z
// the rows strictly inside, the free support vectors, so that a step costs a small dense system, of
// the columns or of those rows, whichever are fewer. Coordinate descent needs tens of thousands of
// sweeps on hard masters and does not get there; this reaches gaps of 1e-10 on the same, and
// warm-started it takes a handful of steps a column on easy ones.
#pragma once

#include <cstdint>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/column_matrix.hpp"
#include "masters/master.hpp"

namespace coppice {

enum class bias_kind { free, penalised, none };

struct hinge_problem {
  std::vector<double> signs;  // y_i, -1 or +1; both occur
  std::vector<double> costs;  // c_i > 0
  bias_kind bias = bias_kind::free;
  double bias_scale = 1;
  double tolerance = 1e-4;  // relative gap
};

class hinge_master final : public master {
 public:
  hinge_master(hinge_problem problem, thread_team& team, progress& report);

  void add_column(const float* outputs) override;
  void solve() override;
  [[nodiscard]] const double* residual() const override { return residual_.data(); }
  [[nodiscard]] double objective() const override { return best_objective_; }
  [[nodiscard]] double dual_objective() const override { return best_dual_; }
  [[nodiscard]] bool converged() const override;
  [[nodiscard]] std::vector<double> weights() const override;
  [[nodiscard]] std::vector<double> bias() const override { return {best_bias_}; }
  [[nodiscard]] double train_error() const override;

 private:
  void start_at_empty_optimum();
  void refine();
  void evaluate();
  void keep_primal();
  void certify();
  void restore_balance(std::vector<double>& signed_dual) const;
  void move_anchor(bool newton_failed);
  bool newton_step();
  bool newton_direction(vector& dw, double& db);
  bool direction_by_columns(const vector& slope, double bias_slope, vector& dw, double& db);
  bool direction_by_rows(const vector& slope, double bias_slope, vector& dw, double& db);
  [[nodiscard]] double step_length(const vector& dw, double db, const double* df) const;
  [[nodiscard]] double inside_curvature() const;
  [[nodiscard]] double target() const;

  // The problem.
  std::int64_t rows_;
  hinge_problem problem_;
  double bias_curvature_;  // B''(b): 0 unless penalised
  progress& report_;
  column_matrix columns_;

  // Where Newton stands.
  vector weights_;
  double bias_ = 0;
  std::vector<double> f_;
  std::vector<double> anchor_;
  double sigma_ = 1;  // the rows inside have slack within 1 / sigma: at 1, a margin
  double
      rounding_;  // a gap below this is rounding: margins are of size 1, each weighed by its cost

  // What evaluate() finds there.
  std::vector<double> slack_;         // s
  std::vector<double> dual_;          // the maximisers a
  std::vector<double> signed_dual_;   // y a
  std::vector<std::int64_t> inside_;  // rows with 0 < a < c before clipping
  vector correlation_;                // Phi'(y a)
  double balance_ = 0;                // y'a
  double primal_ = 0;                 // P(w, b)
  double newton_error_ = 0;           // the part of the gap that Newton steps reduce
  double anchor_error_ = 0;           // the part that moving the anchor reduces

  // The best so far.
  double gain_ = 0;  // what the newest column can gain, at most: half its squared score
  double best_objective_;
  double best_dual_;
  vector best_weights_;
  double best_bias_ = 0;
  std::vector<double> residual_;  // y alpha of the best dual

  // How it goes.
  std::int64_t steps_at_anchor_ = 0;
  double last_anchor_error_ = 0;
  double least_error_ = 0;          // the smallest gap seen in this solve
  std::int64_t moves_in_vain_ = 0;  // of the anchor, since the gap last shrank
};

}  // namespace coppice
