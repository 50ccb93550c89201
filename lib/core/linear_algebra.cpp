#include "core/linear_algebra.hpp"

#include <algorithm>

#include "core/dense_kernels.hpp"

namespace coppice {
namespace {

using index = Eigen::Index;
constexpr index panel = 64;

/// How many of a triangle's columns make a piece of some 20 million multiplications.
index piece_width(index rows, index depth) {
  constexpr double budget = 2e7;
  const double cost = std::max(1.0, static_cast<double>(rows) * static_cast<double>(depth));
  return std::max<index>(8, static_cast<index>(budget / cost));
}

}  // namespace

matrix_view matrix_room::make(index rows, index columns) {
  const index needed = rows * columns;
  if (numbers_.size() < needed) numbers_ = vector(std::max(needed, 2 * numbers_.size()));
  return {numbers_.data(), rows, columns};
}

void add_gram_of_columns(const matrix_view& z, matrix_view& to, progress& report) {
  const dense_kernels& kernels = kernels_of_dense();
  const index j = z.cols();
  report.in_pieces(j, piece_width(j, z.rows()), [&](index first, index count) {
    kernels.add_inner_product(z.col(first).data(), z.outerStride(), z.col(first).data(),
                              z.outerStride(), j - first, count, z.rows(), &to(first, first),
                              to.outerStride());
  });
}

void add_gram_of_rows(const matrix_view& z, matrix_view& to, progress& report) {
  const dense_kernels& kernels = kernels_of_dense();
  const index n = z.rows();
  report.in_pieces(n, piece_width(n, z.cols()), [&](index first, index count) {
    kernels.add_product(1, &z(first, 0), z.outerStride(), &z(first, 0), z.outerStride(), n - first,
                        count, z.cols(), &to(first, first), to.outerStride());
  });
}

bool cholesky(matrix_view& a, progress& report) {
  thread_team alone(1);
  return cholesky(a, alone, report);
}

bool cholesky(matrix_view& a, thread_team& team, const progress& report) {
  constexpr index rows_a_task = 256;
  const dense_kernels& kernels = kernels_of_dense();
  const index n = a.rows();
  const index stride = a.outerStride();
  const auto in_tasks = [&](index size, index width, const auto& work) {
    team.run(
        (size + width - 1) / width,
        [&](std::int64_t task) { work(task * width, std::min<index>(width, size - task * width)); },
        [&report] { report.poll(); });
  };
  for (index k = 0; k < n; k += panel) {
    const index width = std::min(panel, n - k);
    const index below = n - k - width;
    double* corner = &a(k, k);
    if (!kernels.cholesky(corner, width, stride)) return false;
    if (below == 0) break;
    double* left = corner + width;
    in_tasks(below, rows_a_task, [&](index first, index count) {
      kernels.solve_right(corner, width, stride, left + first, count, stride);
    });
    in_tasks(below, piece_width(below, width) / 2, [&](index first, index count) {
      kernels.add_product(-1, left + first, stride, left + first, stride, below - first, count,
                          width, &a(k + width + first, k + width + first), stride);
    });
  }
  return true;
}

void cholesky_solve(const matrix_view& factor, vector& b) {
  factor.triangularView<Eigen::Lower>().solveInPlace(b);
  factor.triangularView<Eigen::Lower>().transpose().solveInPlace(b);
}

}  // namespace coppice
