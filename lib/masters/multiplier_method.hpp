// The exclusivity regularized machine (Guo), problem (5):
//
//     min over W, b of  Psi(W) + sum_c sum_i loss(c_i, s_ic),    s_ic = 1 - y_i (x_i . w_c + b_c),
//
// with Psi of exclusivity.hpp, a power of the hinge as the loss (power_hinge.hpp) and costs c_i,
// lambda times the weight of row i. Its dual, with a feasible a, bounds it from below:
//
//     D(a) = sum_ic a_ic - conjugate(c_i, a_ic)  -  Psi*(Phi'(y a)),      sum_i y_i a_ic = 0.
//
// Augmented Lagrange multipliers (algorithm 2) on P = W and E = Y - Phi P - 1 b', with R and U as
// the multipliers Q and Z divided by the penalty mu:
//
//     W <- prox of Psi at P + R
//     b <- mean over rows of Y - E - Phi P - U
//     E <- prox of the loss at Y - Phi P - 1b' - U
//     P <- (I + Phi'Phi)^-1 (W - R + Phi'(Y - 1b' - U - E))
//     U <- U + E - Y + Phi P + 1b',    R <- R + P - W,    mu <- 1.1 mu
//
// as in the paper (`run_as_published`), which ends when the objective changes by less than 0.05; or
// to the optimum (`run_to_optimum`): P and b are found together, columns are weighed by d_j, the
// square root of their variance times N C / mu, steps are relaxed by 1.6, and mu balances the
// primal and the dual residual. Measured on eight sets, scaled and as they come, lambda from 0.02
// to 200: a gap of 1e-4 takes 50 to 500 iterations from nothing; with d_j = 1 and mu = 1, several
// times as many. From a point near the optimum (`begin_near`) it is ten, mostly.
//
// Either way an iteration looks at every row once: Phi P, U, E and the sums that the next P and b
// are found from are taken of a piece of rows while it is in the cache. The published schedule
// keeps U + E only, from which the next U is found: of the numbers that it reads and writes, half.
//
// From equal components all stay equal at every iteration. They are then kept once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/design_matrix.hpp"
#include "masters/exclusivity.hpp"
#include "masters/power_hinge.hpp"

namespace coppice {

struct exclusivity_problem {
  std::vector<double> signs;  // y_i, -1 or +1; both occur
  std::vector<double> costs;  // c_i > 0
  power_hinge loss{1};
  exclusivity regulariser;
};

/// Weights of the components, columns x components, and their biases.
struct component_weights {
  matrix weights;
  vector bias;
};

/// What a start is made of: W and Q, and whether E begins as Y or as 0.
struct multiplier_start {
  matrix weights;
  matrix multipliers;
  bool errors_are_labels = false;
};

struct objective_reached {
  double objective;
  double dual_objective = std::numeric_limits<double>::quiet_NaN();
};

class multiplier_method {
 public:
  /// The problem, the design, the team and the report outlive it.
  multiplier_method(const exclusivity_problem& problem, const design_matrix& design,
                    multiplier_start start, thread_team& team, const progress& report);

  /// Lets all components begin, on the way to the optimum, at one point (w, b) near it, and their
  /// multipliers at those of its dual point a, to which the start's own are added. `signed_dual` is
  /// y a of one component.
  void begin_near(const vector& weights, double bias, std::vector<double> signed_dual);

  /// Both return why they ended: "tolerance" or "iterations". They tell `reached` of each
  /// objective, the second of those that it certifies. Interrupted, they leave the components as
  /// they stood.
  using listener_of_objectives = std::function<void(std::int64_t, const objective_reached&)>;
  const char* run_as_published(std::int64_t iterations, const listener_of_objectives& reached);
  const char* run_to_optimum(double tolerance, std::int64_t iterations,
                             const listener_of_objectives& reached);

  /// A bound that is known from elsewhere.
  void take_bound(double dual_objective) noexcept {
    dual_objective_ = std::max(dual_objective_, dual_objective);
  }

  /// The largest dual at a multiple, of at most 1, of the a of the last E, where of each component
  /// the class with more gives up what is over in proportion; dual_objective() becomes the best.
  void certify();

  /// Those of the last iteration, or of the least objective on the way to the optimum.
  [[nodiscard]] const component_weights& components() const noexcept { return components_; }
  [[nodiscard]] double objective() const noexcept { return objective_; }
  /// The best bound that was computed; minus infinity where none was.
  [[nodiscard]] double dual_objective() const noexcept { return dual_objective_; }

 private:
  template <class Work>
  void for_each_number(const Work& work);
  [[nodiscard]] double objective_of(const component_weights& at);
  /// Where E pulls P and b: Phi' times what Phi P + 1b' ought to be, and its sums over rows.
  struct pull {
    matrix correlations;
    vector sums;
  };
  /// Squared lengths: of E - Y + Phi P + 1b', of the last step of Phi P + 1b', of E, and of U.
  struct lengths {
    double violated = 0;
    double step = 0;
    double errors = 0;
    double multipliers = 0;
  };
  [[nodiscard]] pull begin();
  [[nodiscard]] pull advance(const vector& last_bias, lengths& left);
  [[nodiscard]] bool balance(double primal, double dual);
  [[nodiscard]] matrix advance_as_published(const vector& next_bias, vector& errors, double& loss);

  const exclusivity_problem& problem_;
  const design_matrix& design_;
  thread_team& team_;
  const progress& report_;
  std::int64_t rows_;
  std::int64_t k_;  // components that are kept

  double mu_ = 1;
  matrix w_;
  matrix p_;
  matrix r_;  // the multipliers of P = W, over mu
  vector b_;
  bool errors_are_labels_;  // those that the first b of the published schedule is from
  // rows x components, row after row.
  std::vector<double> products_;   // Phi P
  std::vector<double> errors_;     // E
  std::vector<double> u_;          // the multipliers of E, over mu
  bool errors_are_added_ = false;  // u_ is U + E, and errors_ is empty
  std::vector<double> near_;       // y a of one component where all begin, if they begin near

  component_weights components_;
  double objective_ = std::numeric_limits<double>::infinity();
  double dual_objective_ = -std::numeric_limits<double>::infinity();
};

}  // namespace coppice
