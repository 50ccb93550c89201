// What all rows say of a machine with an additive kernel: both objectives of its problem
// (kernel_problem.hpp), and thus how far from the optimum it is. The best machine so far is kept.
#pragma once

#include <limits>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/additive_gram.hpp"
#include "masters/kernel_problem.hpp"

namespace coppice {

/// The machine with coefficients beta, and a point of the dual problem.
struct certified_point {
  std::vector<double> beta;
  std::vector<double> sums;  // K beta
  double bias = 0;
  double half_norm = 0;
  double objective = std::numeric_limits<double>::infinity();
  double dual_objective = -std::numeric_limits<double>::infinity();

  [[nodiscard]] double gap() const { return relative_gap(objective, dual_objective); }
};

class additive_certificate {
 public:
  /// Begins with beta = 0. All outlive this object; `course` has what each machine reached.
  additive_certificate(const kernel_problem& problem, const additive_gram& all, thread_team& team,
                       const progress& report, std::vector<kernel_progress>& course);

  /// Of the point next to beta that is within the bounds and sums up to 0; zeros stay 0.
  void add(const std::vector<double>& beta);

  /// Of a beta that sums up to 0, within bounds that are `factor` times those of the problem: the
  /// dual point is beta / factor.
  void add_sample(const std::vector<double>& beta, double factor);

  /// Of a machine with such a beta, only what it says of the rows of `sample`, the first ones.
  void look_at(const additive_gram& sample, const std::vector<double>& beta);

  [[nodiscard]] certified_point& best() noexcept { return best_; }
  [[nodiscard]] bool is_solved() const { return best_.gap() <= problem_.tolerance; }

  /// Of the machine that was added or looked at last, and the rows it was.
  [[nodiscard]] const std::vector<double>& last_sums() const noexcept { return last_sums_; }
  [[nodiscard]] double last_bias() const noexcept { return last_bias_; }

 private:
  void add(certified_point point, double factor);
  void keep(certified_point point);

  const kernel_problem& problem_;
  const additive_gram& all_;
  thread_team& team_;
  const progress& report_;
  std::vector<kernel_progress>& course_;
  certified_point best_;
  double least_objective_ = 0;  // of all machines
  std::vector<double> last_sums_;
  double last_bias_ = 0;
};

}  // namespace coppice
