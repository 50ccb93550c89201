// A restricted master: the best weights and bias for the weak learners chosen so far, and the
// residual u that pricing correlates the others with. Column generation asks every master the same
// four questions and knows nothing else about it.
#pragma once

#include <cstdint>
#include <vector>

namespace coppice {

class master {
 public:
  master() = default;
  virtual ~master() = default;
  master(const master&) = delete;
  master& operator=(const master&) = delete;

  /// Adds a weak learner by its outputs on the training rows, with weight 0 until the next solve.
  virtual void add_column(const float* outputs) = 0;

  /// Solves to its tolerance, warm-started. The objective never rises. When progress interrupts
  /// it, the solution is somewhere between the last one and the next.
  virtual void solve() = 0;

  /// u: one entry a row, of the solution; sum_i u_i h_j(x_i) is what the gap loses to learner j.
  [[nodiscard]] virtual const double* residual() const = 0;

  /// Of the restricted problem, as sums over rows; objective >= its optimum >= dual_objective.
  [[nodiscard]] virtual double objective() const = 0;
  [[nodiscard]] virtual double dual_objective() const = 0;

  /// Whether the last solve reached its tolerance; rounding can keep it from that.
  [[nodiscard]] virtual bool converged() const = 0;

  [[nodiscard]] virtual std::vector<double> weights() const = 0;  // learners x scores
  [[nodiscard]] virtual std::vector<double> bias() const = 0;     // scores

  /// Fraction of training rows that the solution gets wrong.
  [[nodiscard]] virtual double train_error() const = 0;
};

}  // namespace coppice
