// The inner operations on dense matrices, by Eigen, and on many numbers, compiled for several
// instruction sets. All matrices are column-major, with `stride` elements from a column to the
// next.
#pragma once

#include <cstdint>

namespace coppice {

struct dense_kernels {
  /// c += sign a b', c being rows x columns, a rows x depth, b columns x depth.
  void (*add_product)(double sign, const double* a, std::int64_t a_stride, const double* b,
                      std::int64_t b_stride, std::int64_t rows, std::int64_t columns,
                      std::int64_t depth, double* c, std::int64_t c_stride);
  /// c += a'b, c being rows x columns, a depth x rows, b depth x columns.
  void (*add_inner_product)(const double* a, std::int64_t a_stride, const double* b,
                            std::int64_t b_stride, std::int64_t rows, std::int64_t columns,
                            std::int64_t depth, double* c, std::int64_t c_stride);
  /// Replaces the lower triangle of a by its Cholesky factor; false when it has none.
  bool (*cholesky)(double* a, std::int64_t size, std::int64_t stride);
  /// Replaces the rows x size matrix b by b L'^-1.
  void (*solve_right)(const double* factor, std::int64_t size, std::int64_t factor_stride,
                      double* b, std::int64_t rows, std::int64_t b_stride);
  /// to_i += factor min(u_i, with), for all of `size`.
  void (*add_minima)(double with, const double* u, std::int64_t size, double factor, double* to);
  /// Replaces each x_i by constant - sqrt(max(x_i, 0)), the same bits by every set; NaN remains.
  void (*subtract_roots)(double constant, double* x, std::int64_t size);
};

/// Those for this processor.
const dense_kernels& kernels_of_dense();

}  // namespace coppice
