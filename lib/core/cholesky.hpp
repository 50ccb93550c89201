// Cholesky's factor of a symmetric positive definite matrix, and the solutions with it: of the
// Newton systems of the masters, of a few hundred to a few thousand columns.
#pragma once

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"

namespace coppice {

/// Replaces the lower triangle of the symmetric `a` by its Cholesky factor L, a = L L'. False when
/// `a` is not positive definite to working precision.
bool cholesky(matrix_view& a, const progress& report);

/// The same by several threads, bit for bit the same for every number of them.
bool cholesky(matrix_view& a, thread_team& team, const progress& report);

/// Solves L L' x = b in place, L as cholesky leaves it.
void cholesky_solve(const matrix_view& factor, vector& b);
/// The same for every column of b.
void cholesky_solve(const matrix_view& factor, matrix& b);

}  // namespace coppice
