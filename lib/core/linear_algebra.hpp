// The small dense systems of the masters: Gram matrices and Cholesky factors of a few hundred to a
// few thousand columns, in Eigen, cut into pieces so that the caller's callback is polled.
#pragma once

#include <Eigen/Core>

#include "core/progress.hpp"

namespace coppice {

using matrix = Eigen::MatrixXd;
using vector = Eigen::VectorXd;

/// Adds z'z to the lower triangle of `to`, z being n x j.
void add_gram_of_columns(const matrix& z, matrix& to, progress& report);

/// Adds z z' to the lower triangle of `to`, z being n x j.
void add_gram_of_rows(const matrix& z, matrix& to, progress& report);

/// Replaces the lower triangle of the symmetric `a` by its Cholesky factor L, a = L L'. False when
/// `a` is not positive definite to working precision.
bool cholesky(matrix& a, progress& report);

/// Solves L L' x = b in place, L as cholesky leaves it.
void cholesky_solve(const matrix& factor, vector& b);

}  // namespace coppice
