#include "masters/penalised_squares.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/cholesky.hpp"
#include "core/error.hpp"

namespace coppice {
namespace {

matrix_view gram_of(const design_matrix& design, bool by_rows, design::gram_room& room) {
  row_indices rows(static_cast<std::size_t>(design.rows()));
  std::iota(rows.begin(), rows.end(), 0);
  if (by_rows) return design.gram_of_rows(rows, room);
  return design.gram_of_columns(rows, row_values(rows.size(), 1.0), false, room);
}

}  // namespace

void check_factorable(std::int64_t rows, std::int64_t columns) {
  constexpr std::int64_t most = 20000;
  if (std::min(rows, columns) <= most) return;
  fail(COPPICE_INVALID_DATA, "the data have ", rows, " rows and ", columns,
       " features; expected at most ", most,
       " of one of the two, as a matrix of the smaller number squared is factored");
}

penalised_squares::penalised_squares(const design_matrix& of, const vector& d, bool has_bias,
                                     thread_team& team, const progress& report)
    : design_(of), by_rows_(of.columns() > of.rows()), d_(d[0]), factor_(nullptr, 0, 0) {
  new (&factor_) matrix_view(gram_of(of, by_rows_, room_));
  room_.rows = {};
  if (by_rows_)
    factor_.diagonal().array() += d_;
  else
    factor_.diagonal() += d;
  if (!cholesky(factor_, team, report))
    fail(COPPICE_INVALID_DATA,
         "the features are so different in size that their products cannot be factored; expected "
         "features that are scaled");
  if (!has_bias) return;
  sums_ = of.correlate(std::vector<double>(static_cast<std::size_t>(of.rows()), 1.0));
  matrix solved = sums_;
  solve_without_bias(solved);
  of_ones_ = solved;
  pivot_ = static_cast<double>(of.rows()) - sums_.dot(of_ones_);
}

/// By rows: (Phi'Phi + d I)^-1 R = (R - Phi' (Phi Phi' + d I)^-1 Phi R) / d.
void penalised_squares::solve_without_bias(matrix& right) const {
  if (!by_rows_) {
    cholesky_solve(factor_, right);
    return;
  }
  const std::int64_t k = right.cols();
  std::vector<double> products;
  design_.multiply_several(right, products);
  matrix by_rows = Eigen::Map<const matrix>(products.data(), k, design_.rows()).transpose();
  cholesky_solve(factor_, by_rows);
  Eigen::Map<matrix>(products.data(), k, design_.rows()) = by_rows.transpose();
  right = (right - design_.correlate_several(products, k)) / d_;
}

void penalised_squares::solve(matrix& right, vector& right_of_bias) const {
  solve_without_bias(right);
  if (of_ones_.size() == 0) return;
  right_of_bias = (right_of_bias - right.transpose() * sums_) / pivot_;
  right -= of_ones_ * right_of_bias.transpose();
}

}  // namespace coppice
