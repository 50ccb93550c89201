// An approximate inverse of K + delta I, K the matrix of an additive kernel (additive_gram.hpp) and
// some of its rows, on the vectors whose entries sum up to 0. The functions f_a of the kernel's
// arms are replaced by linear splines whose knots are quantiles of the rows. With
//
//     Phi   the hat functions' values at the rows, and a column of ones,
//     T     their stiffness, c'T c = sum over cells of (step of the spline)^2 / (2 width),
//     p     the inverse of delta and what the splines miss of K_ii on average,
//
// it is, as K is about Phi T^-1 Phi' but for a constant (the formula of Sherman, Morrison and
// Woodbury),
//
//     M^-1 r = p (r - Phi S^-1 Phi' p r),      S = T + p Phi'Phi.
//
// From some rows to others, few of which differ, the knots stay and Phi'Phi changes by these.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/linear_algebra.hpp"
#include "masters/additive_gram.hpp"

namespace coppice {

class spline_preconditioner {
 public:
  /// Both outlive this object.
  spline_preconditioner(thread_team& team, progress& report) : team_(team), report_(report) {}

  /// For `rows`, of which row places[i] is row i of `all`, or none where that is negative. `all` is
  /// the same at every call; `density` times as many knots as usual, as far as their number pays.
  void take(const additive_gram& all, additive_gram rows, const std::vector<std::int32_t>& places,
            double delta, double density);

  /// Of the rows that were taken last.
  [[nodiscard]] const additive_gram& gram() const { return *gram_; }
  [[nodiscard]] std::vector<double> apply(const std::vector<double>& r);

 private:
  static constexpr Eigen::Index none = -1;

  /// Between two knots of an arm; on the origin, the first, all functions are 0. Rows beyond the
  /// last knot count as if they lay on it.
  struct cell {
    double from;
    double width;
    Eigen::Index left;  // columns of Phi: the hats on its knots
    Eigen::Index right;
    std::int64_t first;  // rows of the arm
    std::int64_t last;

    [[nodiscard]] double place(double distance) const { return std::min(distance - from, width); }
  };
  struct rows_of_phi;

  void place_knots(const additive_gram& all);
  void add_cells(std::vector<cell>& cells, const additive_gram::arm& arm, double wanted);
  void find_rows_of_cells();
  [[nodiscard]] double missed();
  template <class Each>
  void for_entries(std::int64_t groups, const Each& each) const;
  [[nodiscard]] std::vector<bool> differing(const std::vector<std::int32_t>& other) const;
  [[nodiscard]] rows_of_phi list(const std::vector<bool>& wanted) const;
  void add_gram_of(const rows_of_phi& rows, double factor);
  void factor();

  thread_team& team_;
  progress& report_;
  std::optional<additive_gram> gram_;
  std::vector<std::int32_t> numbers_;  // of its rows among all
  std::vector<std::int32_t> places_;   // of all rows, among these
  std::int64_t rows_of_knots_ = 0;     // for which the knots were placed, and with that density
  double density_ = 0;
  double p_ = 0;
  std::vector<std::vector<cell>> cells_;  // of each arm
  Eigen::Index columns_ = 1;              // of Phi; column 0 is that of ones
  matrix gram_of_phi_;                    // lower triangle
  matrix s_;                              // its Cholesky factor
  bool usable_ = false;
};

}  // namespace coppice
