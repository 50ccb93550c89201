// The diversity regularized machine (Yu, Li & Zhou, IJCAI 2011): T linear nu-SVMs without a bias
// and with a squared hinge, trained together so that their directions differ,
//
//     min  sum_t ( -nu rho_t + sum_i c_i max(0, rho_t - y_i w_t . x_i)^2 )  +  mu sum_{t<t'} w_t .
//     w_t' with |w_t| <= 1,
//
// c_i being the rows' shares of the weight, which sum up to 1, and w_t . w_t' the cosine of the two
// where their norms are 1. (Its constants are known to us from Guo's paper on ERM and from the
// method's description, not from its authors' code.)
//
// One w_t at a time, the others held fixed, is a convex problem. Its rho is where the slacks
// balance nu,
//
//     2 sum_i c_i max(0, rho - y_i w . x_i) = nu,
//
// and what is left is smooth in w on a ball: accelerated projected gradients, which end where the
// bound
//
//     F(w) - F* <= slope . w + |slope|
//
// is small enough. The machines begin as solutions beside those before them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"
#include "masters/design_matrix.hpp"

namespace coppice {

struct diversity_problem {
  std::vector<double> signs;   // y_i
  std::vector<double> shares;  // c_i > 0, which sum up to 1
  double nu = 0;
  double mu = 0;
  double tolerance = 0;  // of the objective, relative to nu
};

class diversity_machine {
 public:
  /// The problem, the design and the report outlive it.
  diversity_machine(const diversity_problem& problem, const design_matrix& design,
                    std::int64_t machines, const progress& report);

  /// At most so many rounds over all machines, each of which tells its objective; "tolerance" where
  /// a round gains less than that, else "iterations".
  const char* run(std::int64_t rounds, const std::function<void(std::int64_t, double)>& reached);

  /// Columns x machines.
  [[nodiscard]] const matrix& weights() const noexcept { return weights_; }
  [[nodiscard]] double objective() const;

 private:
  /// At a point w of one machine: -nu rho plus its losses, and the slope of that.
  struct look {
    double value = 0;
    vector slope;
  };
  [[nodiscard]] look at(const vector& w) const;
  [[nodiscard]] double balancing_margin(const std::vector<double>& margins) const;
  void solve(std::int64_t machine);

  const diversity_problem& problem_;
  const design_matrix& design_;
  const progress& report_;
  double curvature_ = 0;  // at most that of the losses in any direction
  matrix weights_;
  std::vector<double> values_;  // of the machines, without what couples them
};

}  // namespace coppice
