// Sums over features of a term of two rows each, of which most kernels are functions:
//
//     product    sum_d x_d z_d
//     absolute   sum_d |x_d - z_d|
//     square     sum_d (x_d - z_d)^2
//     minimum    sum_d min(x_d, z_d)
//
// Rows z are dense, row after row, or sparse; up to `rows_together` rows x are compared with each
// at once. Of dense rows, differences are taken feature by feature: no squares of large numbers
// cancel, wherever the rows lie. Of sparse rows, squares are |x|^2 + |z|^2 - 2 x'z, which takes the
// listed values of z alone: exactly 0 for equal rows, never below 0, and otherwise within rounding
// of |x|^2 and |z|^2.
//
// The order of all additions is that of the features, whatever the vectors of the processor and
// however many rows x there are: the sums of two rows are the same, bit for bit, wherever they are
// computed.
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
  const double* at_zero;  // of each row its sum with a row of zeros
};

/// Rows x, feature after feature: value d of row q is at d * rows + q. `rows` is 1 or
/// `rows_together`.
struct interleaved_rows {
  const double* values;
  std::int64_t rows;
  std::int64_t features;
};

/// Rows x to be compared with sparse ones. The values of feature d are at places[d] where `rows`
/// is `rows_together`, so that features which none of them has share one place of zeros, and all
/// values stay in the processor's cache however many features there are; otherwise at d.
struct placed_rows {
  const double* values;
  std::int64_t rows;
  const std::int32_t* places;
  const double* at_zero;  // of each row its sum with a row of zeros
};

/// The term of a value and 0.
double term_with_zero(pair_term term, double value);

/// out[j * x.rows + q] = sum over features of (x_q, z_j), for `count` rows z.
void sum_pairs(pair_term term, const interleaved_rows& x, const double* z, std::int64_t count,
               double* out);

/// The same for rows first .. first + count - 1 of z.
void sum_pairs(pair_term term, const placed_rows& x, const sparse_view& z, std::int64_t first,
               std::int64_t count, double* out);

}  // namespace coppice
