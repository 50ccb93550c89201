#include "masters/newton_system.hpp"

#include <algorithm>
#include <cmath>

#include "core/cholesky.hpp"

namespace coppice {
bool newton_system::solve(const vector& slope, double bias_slope, step& to,
                          progress& report) const {
  if (static_cast<std::int64_t>(rows.size()) > columns.columns())
    return solve_by_columns(slope, bias_slope, to, report);
  return solve_by_rows(slope, bias_slope, to, report);
}

/// The first of the equations say dw + (Z' K Z (dw, db)) = slope. What is left of them is what
/// rounding leaves: Cholesky's solution is that of a matrix that differs from H in the last digits.
bool newton_system::solve_by_columns(const vector& slope, double bias_slope, step& to,
                                     progress& report) const {
  const auto j = static_cast<Eigen::Index>(columns.columns());
  matrix_view h = columns.gram_of_columns(rows, curvatures, has_bias, room);
  h.diagonal().head(j).array() += 1;
  if (has_bias) h(j, j) += bias_curvature;
  const double largest = h.diagonal().maxCoeff();
  if (!cholesky(h, team, report)) return false;
  vector solution(h.rows());
  solution.head(j) = slope;
  if (has_bias) solution[j] = bias_slope;
  cholesky_solve(h, solution);
  to.dw = solution.head(j);
  to.db = has_bias ? solution[j] : 0;
  to.fall = slope - to.dw;
  to.rounding = largest * solution.lpNorm<1>();
  return true;
}

/// With mu = K (Z dw + db): (Z Z' + 1 / K) mu = Z slope + db, dw = slope - Z'mu, and
/// beta db = bias_slope - 1'mu.
bool newton_system::solve_by_rows(const vector& slope, double bias_slope, step& to,
                                  progress& report) const {
  const auto n = static_cast<Eigen::Index>(rows.size());
  matrix_view gram = columns.gram_of_rows(rows, room);
  for (Eigen::Index k = 0; k < n; ++k) gram(k, k) += 1 / curvatures[k];
  if (!cholesky(gram, team, report)) return false;
  row_values product;
  columns.multiply(slope, 0, rows, product);
  vector mu = Eigen::Map<const vector>(product.data(), n);
  cholesky_solve(gram, mu);
  to.db = 0;
  to.fall.resize(0);
  if (has_bias) {
    vector ones = vector::Ones(n);
    cholesky_solve(gram, ones);
    to.db = (bias_slope - mu.sum()) / (bias_curvature + ones.sum());
    mu += to.db * ones;
  }
  for (Eigen::Index k = 0; k < n; ++k) product[k] = -mu[k];
  to.dw = slope;
  columns.add_correlations(rows, product, to.dw);
  return true;
}

}  // namespace coppice
