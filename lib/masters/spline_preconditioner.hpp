// An approximate inverse of K + delta I, K the matrix of an additive kernel (additive_gram.hpp), on
// the vectors whose entries sum up to 0. The functions f_a of the kernel's arms are replaced by
// linear splines whose knots are quantiles of the rows. With
//
//     Phi   the hat functions' values at the rows, and a column of ones,
//     T     their stiffness, c'T c = sum over cells of (step of the spline)^2 / (2 width),
//     p     the inverse of delta and what the splines miss of K_ii on average,
//
// it is, as K is about Phi T^-1 Phi' but for a constant (the formula of Sherman, Morrison and
// Woodbury),
//
//     M^-1 r = p (r - Phi S^-1 Phi' p r),      S = T + p Phi'Phi.
#pragma once

#include <cstdint>
#include <vector>

#include "core/linear_algebra.hpp"
#include "masters/additive_gram.hpp"

namespace coppice {

class spline_preconditioner {
 public:
  /// `density` times as many knots as usual, as far as their number pays.
  spline_preconditioner(const additive_gram& gram, double delta, double density, thread_team& team,
                        progress& report);

  [[nodiscard]] std::vector<double> apply(const std::vector<double>& r, thread_team& team,
                                          const progress& report);

 private:
  static constexpr Eigen::Index none = -1;

  /// Between two knots of an arm; on the origin, the first, all functions are 0.
  struct cell {
    std::int64_t first;  // rows of the arm
    std::int64_t last;
    double from;
    double width;
    Eigen::Index left;  // columns of Phi: the hats on its knots
    Eigen::Index right;

    [[nodiscard]] double share(double distance) const { return (distance - from) / width; }
  };

  void place_knots(double cells_a_row);
  [[nodiscard]] double missed(thread_team& team, const progress& report) const;
  void add_gram_of_hats(thread_team& team, progress& report);
  void add_stiffness();

  const additive_gram& gram_;
  double p_ = 0;
  std::vector<std::vector<cell>> cells_;  // of each arm
  Eigen::Index columns_ = 1;              // of Phi; column 0 is that of ones
  matrix s_;                              // its Cholesky factor
  bool usable_ = false;
};

}  // namespace coppice
