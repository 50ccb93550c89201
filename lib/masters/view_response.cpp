#include "masters/view_response.hpp"

#include <algorithm>

#include "core/cholesky.hpp"
#include "core/error.hpp"
#include "masters/penalised_squares.hpp"
#include "masters/target_kernel.hpp"

namespace coppice {
namespace {

/// What rounding leaves of a constant column would be fitted like any other.
void erase_constants(matrix& columns, const progress& report) {
  for (Eigen::Index d = 0; d < columns.cols(); ++d) {
    if (columns.col(d).minCoeff() == columns.col(d).maxCoeff()) columns.col(d).setZero();
    report.poll();
  }
}

/// (X'X + r I)^-1 X'Q, by the smaller of X'X and XX'.
matrix ridge_weights(matrix& x, const matrix& target, double r, const progress& report) {
  const bool by_rows = x.cols() > x.rows();
  const Eigen::Index size = std::min(x.rows(), x.cols());
  matrix system = matrix::Zero(size, size);
  matrix_view z(x.data(), x.rows(), x.cols());
  matrix_view a(system.data(), size, size);
  by_rows ? add_gram_of_rows(z, a, report) : add_gram_of_columns(z, a, report);
  a.diagonal().array() += r;
  if (!cholesky(a, report))
    fail(COPPICE_INVALID_DATA,
         "the features of a view are so large beside each other that their ridge least squares fit "
         "cannot be computed; expected features of like scales");
  matrix right = by_rows ? target : inner_product(x, target, report);
  cholesky_solve(a, right);
  return by_rows ? inner_product(x, right, report) : right;
}

}  // namespace

view_response respond(matrix columns, const matrix& target, const vector& roots, double ridge,
                      const progress& report) {
  check_factorable(columns.rows(), columns.cols());
  view_response made;
  thread_team alone(1);
  erase_constants(columns, report);
  made.means = centre_columns(columns, roots, alone, report);
  const double r = ridge * columns.squaredNorm() / static_cast<double>(columns.cols());
  made.weights = ridge_weights(columns, target, r, report);
  made.fits = product(columns, made.weights, report);
  made.on_target = inner_product(target, made.fits, report);
  made.products = inner_product(made.fits, made.fits, report);
  return made;
}

}  // namespace coppice
