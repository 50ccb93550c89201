#include "core/linear_algebra.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "core/dense_kernels.hpp"
#include "core/huge_pages.hpp"

namespace coppice {
namespace {

using index = Eigen::Index;

/// Triangles are computed in pieces of so many columns and, of the sums in an element, so many
/// terms, which take hundredths of a second: narrower pieces were up to five times as slow, and
/// wider ones compute more of what is above the diagonal.
constexpr index columns_a_piece = 96;
constexpr index most_terms = 2048;

/// Calls each(first column, columns, first term, terms).
template <class Each>
void in_pieces_of_triangle(index size, index depth, const progress& report, const Each& each) {
  for (index term = 0; term < depth; term += most_terms)
    report.in_pieces(size, columns_a_piece, [&](index first, index count) {
      each(first, count, term, std::min(most_terms, depth - term));
    });
}

}  // namespace

matrix_view matrix_room::make(index rows, index columns) {
  const index needed = rows * columns;
  if (numbers_.size() < needed) {
    numbers_ = vector(std::max(needed, 2 * numbers_.size()));
    ask_for_huge_pages(numbers_.data(), static_cast<std::size_t>(numbers_.size()) * sizeof(double));
  }
  return {numbers_.data(), rows, columns};
}

eigen_system find_eigen_system(const matrix& a) {
  const Eigen::SelfAdjointEigenSolver<matrix> solved(a);
  return {solved.eigenvalues(), solved.eigenvectors()};
}

void add_gram_of_columns(const matrix_view& z, matrix_view& to, const progress& report) {
  const dense_kernels& kernels = kernels_of_dense();
  const index j = z.cols();
  in_pieces_of_triangle(j, z.rows(), report, [&](index first, index count, index row, index rows) {
    kernels.add_inner_product(&z(row, first), z.outerStride(), &z(row, first), z.outerStride(),
                              j - first, count, rows, &to(first, first), to.outerStride());
  });
}

void add_gram_of_rows(const matrix_view& z, matrix_view& to, const progress& report) {
  const dense_kernels& kernels = kernels_of_dense();
  const index n = z.rows();
  in_pieces_of_triangle(n, z.cols(), report, [&](index first, index count, index j, index columns) {
    kernels.add_product(1, &z(first, j), z.outerStride(), &z(first, j), z.outerStride(), n - first,
                        count, columns, &to(first, first), to.outerStride());
  });
}

matrix inner_product(const matrix& a, const matrix& b, const progress& report) {
  const dense_kernels& kernels = kernels_of_dense();
  matrix to = matrix::Zero(a.cols(), b.cols());
  for (index row = 0; row < a.rows(); row += most_terms)
    report.in_pieces(a.cols(), columns_a_piece, [&](index first, index count) {
      kernels.add_inner_product(&a(row, first), a.outerStride(), &b(row, 0), b.outerStride(), count,
                                b.cols(), std::min(most_terms, a.rows() - row), &to(first, 0),
                                to.outerStride());
    });
  return to;
}

matrix product(const matrix& a, const matrix& b, const progress& report) {
  const dense_kernels& kernels = kernels_of_dense();
  const matrix turned = b.transpose();
  matrix to = matrix::Zero(a.rows(), b.cols());
  report.in_pieces(a.rows(), most_terms, [&](index first, index count) {
    kernels.add_product(1, &a(first, 0), a.outerStride(), turned.data(), turned.outerStride(),
                        count, b.cols(), b.rows(), &to(first, 0), to.outerStride());
  });
  return to;
}

}  // namespace coppice
