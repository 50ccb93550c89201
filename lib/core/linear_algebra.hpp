// Matrices and vectors, which are Eigen's, and products of matrices of a few hundred to a few
// thousand columns, cut into pieces so that the caller's callback is polled.
#pragma once

#include <Eigen/Core>

#include "core/progress.hpp"

namespace coppice {

using matrix = Eigen::MatrixXd;
using vector = Eigen::VectorXd;
using matrix_view = Eigen::Map<matrix>;

/// Where one matrix after another stands, each with what the last one left behind. Fresh memory is
/// dear: malloc gives much at once back to the system, and gets it again page by page. (A fit of
/// 500 Fourier features to 5000 rows took 6.0 s with fresh Gram matrices, 3.4 s with kept ones.)
class matrix_room {
 public:
  matrix_view make(Eigen::Index rows, Eigen::Index columns);

 private:
  vector numbers_;
};

/// Of a symmetric matrix: the eigenvalues, ascending, and the eigenvectors as columns.
struct eigen_system {
  vector values;
  matrix vectors;
};

eigen_system find_eigen_system(const matrix& a);

/// Adds z'z to the lower triangle of `to`, z being n x j.
void add_gram_of_columns(const matrix_view& z, matrix_view& to, const progress& report);

/// Adds z z' to the lower triangle of `to`, z being n x j.
void add_gram_of_rows(const matrix_view& z, matrix_view& to, const progress& report);

/// a'b, of matrices of as many rows.
[[nodiscard]] matrix inner_product(const matrix& a, const matrix& b, const progress& report);

/// a b.
[[nodiscard]] matrix product(const matrix& a, const matrix& b, const progress& report);

}  // namespace coppice
