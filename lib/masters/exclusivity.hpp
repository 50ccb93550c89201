// The regulariser of the exclusivity regularized machine (Guo, "Exclusivity Regularized Machine",
// equation (4)), and its extension by a sparsity beta >= 0 (section 5 there). Of the weights W,
// columns x components, it is
//
//     Psi(W) = sum_j  s_j^2 / 2 + beta s_j,    s_j = sum_c |W_jc|
//            = 1/2 |W|^2 + sum over pairs c < c' of the exclusivity sum_j |W_jc| |W_jc'|  + beta
//            |W|_1,
//
// and its conjugate, which the dual objective has,
//
//     Psi*(V) = 1/2 sum_j max(0, max_c |V_jc| - beta)^2.
//
// Components that are equal are kept once: then each column of W counts `copies` times.
#pragma once

#include <cstdint>
#include <vector>

#include "core/linear_algebra.hpp"

namespace coppice {

struct exclusivity {
  double sparsity = 0;      // beta
  std::int64_t copies = 1;  // of every column of W

  [[nodiscard]] double value(const matrix& w) const;
  [[nodiscard]] double conjugate(const matrix& v) const;

  /// The proximal map with a penalty mu_j for each row, in place:
  ///
  ///     arg min over W of  Psi(W) + sum_j mu_j |W_j - V_j|^2 / 2.
  ///
  /// Rows are apart. W_jc = sign(V_jc) max(0, |V_jc| - t) with t = (beta + S_n) / (mu_j + n), where
  /// S_n is the sum of the n largest |V_jc| and n the largest number whose n-th is above t; where
  /// none is, t is beta / mu_j.
  void proximal(const vector& mu, matrix& v) const;
};

/// sum_j |W_jc| |W_jc'| of every two components, components x components.
matrix pairwise_exclusivity(const matrix& w);

}  // namespace coppice
