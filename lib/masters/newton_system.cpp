#include "masters/newton_system.hpp"

#include <algorithm>
#include <cmath>

namespace coppice {
namespace {

/// Rows of Phi that are doubles at once: the floats they come from are what memory is planned for.
constexpr Eigen::Index rows_gathered = 2048;

}  // namespace

bool newton_system::solve(const vector& slope, double bias_slope, vector& dw, double& db,
                          progress& report) const {
  if (static_cast<std::int64_t>(rows.size()) > columns.columns())
    return solve_by_columns(slope, bias_slope, dw, db, report);
  return solve_by_rows(slope, bias_slope, dw, db, report);
}

bool newton_system::solve_by_columns(const vector& slope, double bias_slope, vector& dw, double& db,
                                     progress& report) const {
  const auto j = static_cast<Eigen::Index>(columns.columns());
  const auto n = static_cast<Eigen::Index>(rows.size());
  matrix h = matrix::Zero(j + (has_bias ? 1 : 0), j + (has_bias ? 1 : 0));
  for (Eigen::Index first = 0; first < n; first += rows_gathered) {
    const Eigen::Index last = std::min(n, first + rows_gathered);
    matrix z = columns.gather(rows, first, last, has_bias);
    for (Eigen::Index k = first; k < last; ++k) z.row(k - first) *= std::sqrt(curvatures[k]);
    add_gram_of_columns(z, h, report);
  }
  h.diagonal().head(j).array() += 1;
  if (has_bias) h(j, j) += bias_curvature;
  if (!cholesky(h, report)) return false;
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
  const matrix z = columns.gather(rows, 0, n, false);
  matrix gram = columns.gram_of(rows);
  for (Eigen::Index k = 0; k < n; ++k) gram(k, k) += 1 / curvatures[k];
  if (!cholesky(gram, report)) return false;
  vector mu = z * slope;
  cholesky_solve(gram, mu);
  if (has_bias) {
    vector ones = vector::Ones(n);
    cholesky_solve(gram, ones);
    db = (bias_slope - mu.sum()) / (bias_curvature + ones.sum());
    mu += db * ones;
  }
  dw = slope - z.transpose() * mu;
  return true;
}

}  // namespace coppice
