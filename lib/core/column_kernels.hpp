// The inner loops over the outputs of weak learners, in blocks of columns as column_matrix keeps
// them: 64 columns of signs are one word a row (bit j set where the output of column j is +1, clear
// where it is -1), 16 columns of floats one cache line a row.
//
// The loops are written once, with the compiler's vector types, and compiled for vectors of 2, 4
// and 8 doubles; the widest that the processor has are taken. The order of all additions is the
// same for every width, and so are the results, bit for bit.
#pragma once

#include <cstdint>

namespace coppice {

constexpr std::int64_t signs_a_block = 64;
constexpr std::int64_t floats_a_block = 16;

/// Rows are named by `rows`, or, where that is null, are the first `count`. Weights and sums have
/// as many entries as a block has columns, whether it is full or not.
struct column_kernels {
  /// f[k] += sum_j weights[j] h_j(row k).
  void (*add_sign_products)(const std::uint64_t* block, const std::int64_t* rows,
                            std::int64_t count, const double* weights, double* f);
  void (*add_float_products)(const float* block, const std::int64_t* rows, std::int64_t count,
                             const double* weights, double* f);
  /// sums[j] += sum_k v[k] h_j(row k).
  void (*add_sign_correlations)(const std::uint64_t* block, const std::int64_t* rows,
                                std::int64_t count, const double* v, double* sums);
  void (*add_float_correlations)(const float* block, const std::int64_t* rows, std::int64_t count,
                                 const double* v, double* sums);
};

/// Those for this processor.
const column_kernels& kernels_of_columns();

}  // namespace coppice
