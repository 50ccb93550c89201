// Sums over features of a term of two rows each, of which most kernels are functions:
//
//     product    sum_d x_d z_d
//     absolute   sum_d |x_d - z_d|
//     square     sum_d (x_d - z_d)^2
//     minimum    sum_d min(x_d, z_d)
//
// Differences are taken feature by feature: no squares of large numbers cancel, wherever the rows
// lie. Rows z are dense, row after row, or sparse; up to `rows_together` rows x are compared with
// each at once. The order of all additions is that of the features, whatever the vectors of the
// processor and however many rows x there are: the sums of two rows are the same, bit for bit,
// wherever they are computed.
#pragma once

#include <cstdint>

namespace coppice {

enum class pair_term { product, absolute, square, minimum };

constexpr std::int64_t rows_together = 8;

/// Rows in which zeros are not listed: those of row j are starts[j] .. starts[j + 1] - 1.
struct sparse_view {
  const std::int64_t* starts;
  const std::int32_t* features;
  const double* values;
};

/// Rows x, feature after feature: value d of row q is at d * rows + q. `rows` is 1 or
/// `rows_together`.
struct interleaved_rows {
  const double* values;
  std::int64_t rows;
  std::int64_t features;
};

/// out[j * x.rows + q] = sum over features of (x_q, z_j), for `count` rows z.
void sum_pairs(pair_term term, const interleaved_rows& x, const double* z, std::int64_t count,
               double* out);

/// The sum of every row x and a row of zeros.
void sum_with_zeros(pair_term term, const interleaved_rows& x, double* out);

/// The sums with rows first .. first + count - 1 of z; at_zero are those of sum_with_zeros().
void sum_pairs(pair_term term, const interleaved_rows& x, const double* at_zero,
               const sparse_view& z, std::int64_t first, std::int64_t count, double* out);

}  // namespace coppice
