#include "masters/newton_system.hpp"

#include <algorithm>
#include <cmath>

#include "core/cholesky.hpp"

namespace coppice {
bool newton_system::solve(const vector& slope, double bias_slope, vector& dw, double& db,
                          progress& report) const {
  if (static_cast<std::int64_t>(rows.size()) > columns.columns())
    return solve_by_columns(slope, bias_slope, dw, db, report);
  return solve_by_rows(slope, bias_slope, dw, db, report);
}

bool newton_system::solve_by_columns(const vector& slope, double bias_slope, vector& dw, double& db,
                                     progress& report) const {
  const auto j = static_cast<Eigen::Index>(columns.columns());
  matrix_view h = columns.gram_of_columns(rows, curvatures, has_bias, room);
  h.diagonal().head(j).array() += 1;
  if (has_bias) h(j, j) += bias_curvature;
  if (!cholesky(h, team, report)) return false;
  vector step(h.rows());
  step.head(j) = slope;
  if (has_bias) step[j] = bias_slope;
  cholesky_solve(h, step);
  dw = step.head(j);
  db = has_bias ? step[j] : 0;
  return true;
}

/// With mu = K (Z dw + db): (Z Z' + 1 / K) mu = Z slope + db, dw = slope - Z'mu, and
/// beta db = bias_slope - 1'mu.
bool newton_system::solve_by_rows(const vector& slope, double bias_slope, vector& dw, double& db,
                                  progress& report) const {
  const auto n = static_cast<Eigen::Index>(rows.size());
  matrix_view gram = columns.gram_of_rows(rows, room);
  for (Eigen::Index k = 0; k < n; ++k) gram(k, k) += 1 / curvatures[k];
  if (!cholesky(gram, team, report)) return false;
  row_values product;
  columns.multiply(slope, 0, rows, product);
  vector mu = Eigen::Map<const vector>(product.data(), n);
  cholesky_solve(gram, mu);
  if (has_bias) {
    vector ones = vector::Ones(n);
    cholesky_solve(gram, ones);
    db = (bias_slope - mu.sum()) / (bias_curvature + ones.sum());
    mu += db * ones;
  }
  for (Eigen::Index k = 0; k < n; ++k) product[k] = -mu[k];
  dw = slope;
  columns.add_correlations(rows, product, dw);
  return true;
}

}  // namespace coppice
