// The Cholesky factor L of a symmetric matrix that grows by one row at a time, A = L L'. A new row
// costs O(J^2): its part left of the diagonal solves L z = g, g being the new row of A.
#pragma once

#include <cstdint>
#include <vector>

#include "core/linear_algebra.hpp"

namespace coppice {

class growing_factor {
 public:
  /// z with L z = b.
  [[nodiscard]] std::vector<double> forward(const vector& b) const;

  /// x with L' x = z.
  void backward(const std::vector<double>& z, vector& x) const;

  /// The new row: z left of the diagonal, and what stands on it.
  void append(std::vector<double> z, double diagonal);

 private:
  std::vector<std::vector<double>> rows_;  // row j has j + 1 numbers
};

}  // namespace coppice
