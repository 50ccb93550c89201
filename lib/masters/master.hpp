// A restricted master: the best weights and bias for the weak learners chosen so far, and the
// residuals that pricing correlates the others with. It has K scores a row, each with weights and a
// bias of its own. Column generation asks every master the same questions and knows nothing else
// about it. A stagewise master (stagewise_master.hpp) is one that gives the newest learner its
// weights and leaves those of all others alone.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "learners/pricing.hpp"

namespace coppice {

class column_matrix;

class master {
 public:
  master() = default;
  virtual ~master() = default;
  master& operator=(const master&) = delete;

  /// Adds a weak learner by its outputs on the training rows, with weight 0 until the next solve.
  virtual void add_column(const float* outputs) = 0;

  /// Solves to its tolerance, warm-started. The objective never rises. When progress interrupts
  /// it, the solution is somewhere between the last one and the next.
  virtual void solve() = 0;

  /// The same problem with the same columns, to be solved from the same point while this one stays
  /// as it is; what this one was made from outlives both. Null where no column is ever added before
  /// the last is solved for.
  [[nodiscard]] virtual std::unique_ptr<master> copy() const = 0;

  /// u of the solution, and by which rule its scores make the merit of a learner.
  [[nodiscard]] virtual residual_rows residual() const = 0;

  /// Of the restricted problem, as sums over rows; objective >= its optimum >= dual_objective,
  /// which is NaN where there is no bound, as the objective is where nothing is minimised.
  [[nodiscard]] virtual double objective() const = 0;
  [[nodiscard]] virtual double dual_objective() const = 0;

  /// A lower bound on the optimum over any pool that takes no work: 0 where neither losses nor
  /// penalties are negative.
  [[nodiscard]] virtual double trivial_bound() const {
    return -std::numeric_limits<double>::infinity();
  }

  /// A lower bound on the optimum over the whole pool, by what pricing with residual() found
  /// outside; NaN where there is none, as for an infinite pool. With the penalty 1/2 |w|^2 the dual
  /// point of the restricted problem loses half the squared scores outside; masters with another
  /// penalty say what theirs loses.
  [[nodiscard]] virtual double bound(const pricing& outside) const {
    return dual_objective() - outside.squared_outside / 2;
  }

  /// A learner outside whose merit is no larger cannot lower the objective.
  [[nodiscard]] virtual double threshold() const { return 0; }

  /// Whether best_together() compares what columns would gain.
  [[nodiscard]] virtual bool compares() const { return false; }

  /// Of learners outside, by their outputs: those that together lower the objective most, as far as
  /// a quadratic model of it tells, the best first; at most `most`.
  [[nodiscard]] virtual std::vector<std::int64_t> best_together(const column_matrix& /*offered*/,
                                                                std::int64_t /*most*/) {
    return {};
  }

  /// Whether a learner that was chosen may be chosen again.
  [[nodiscard]] virtual bool repeats() const { return false; }

  /// Whether the last solve reached its tolerance; rounding can keep it from that.
  [[nodiscard]] virtual bool converged() const = 0;

  [[nodiscard]] virtual std::vector<double> weights() const = 0;  // learners x scores
  [[nodiscard]] virtual std::vector<double> bias() const = 0;     // scores

  /// Of the solution on the training rows: the weighted fraction of rows in the wrong class, each
  /// by its own weight, whether or not classes are balanced.
  [[nodiscard]] virtual double train_error() const = 0;

 protected:
  master(const master&) = default;
};

}  // namespace coppice
