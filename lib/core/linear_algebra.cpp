#include "core/linear_algebra.hpp"

#include <algorithm>

#include <Eigen/Cholesky>

namespace coppice {
namespace {

using index = Eigen::Index;
constexpr index panel = 64;

/// Calls piece(first, count) for consecutive pieces of 0 .. n, polling after each.
template <class Piece>
void in_pieces(index n, index width, progress& report, const Piece& piece) {
  for (index first = 0; first < n; first += width) {
    piece(first, std::min(width, n - first));
    report.poll();
  }
}

/// How many of a triangle's columns make a piece of some 20 million multiplications.
index piece_width(index rows, index depth) {
  constexpr double budget = 2e7;
  const double cost = std::max(1.0, static_cast<double>(rows) * static_cast<double>(depth));
  return std::max<index>(8, static_cast<index>(budget / cost));
}

}  // namespace

void add_gram_of_columns(const matrix& z, matrix& to, progress& report) {
  const index j = z.cols();
  in_pieces(j, piece_width(j, z.rows()), report, [&](index first, index count) {
    to.block(first, first, j - first, count).noalias() +=
        z.middleCols(first, j - first).transpose() * z.middleCols(first, count);
  });
}

void add_gram_of_rows(const matrix& z, matrix& to, progress& report) {
  const index n = z.rows();
  in_pieces(n, piece_width(n, z.cols()), report, [&](index first, index count) {
    to.block(first, first, n - first, count).noalias() +=
        z.middleRows(first, n - first) * z.middleRows(first, count).transpose();
  });
}

bool cholesky(matrix& a, progress& report) {
  const index n = a.rows();
  for (index k = 0; k < n; k += panel) {
    const index width = std::min(panel, n - k);
    const index below = n - k - width;
    auto corner = a.block(k, k, width, width);
    Eigen::LLT<Eigen::Ref<matrix>, Eigen::Lower> factor(corner);
    if (factor.info() != Eigen::Success) return false;
    if (below == 0) break;
    auto left = a.block(k + width, k, below, width);
    corner.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(left);
    in_pieces(below, piece_width(below, width), report, [&](index first, index count) {
      a.block(k + width + first, k + width + first, below - first, count).noalias() -=
          left.middleRows(first, below - first) * left.middleRows(first, count).transpose();
    });
  }
  return true;
}

void cholesky_solve(const matrix& factor, vector& b) {
  factor.triangularView<Eigen::Lower>().solveInPlace(b);
  factor.triangularView<Eigen::Lower>().transpose().solveInPlace(b);
}

}  // namespace coppice
