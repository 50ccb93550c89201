#include "learners/stump_sums.hpp"

#include <cstring>

#include "core/processor.hpp"
#include "core/vector_types.hpp"

namespace coppice {
namespace {

/// Vectors of sums side by side: so many that none waits for its last addition.
constexpr std::int64_t abreast = 4;

/// The values of one feature of consecutive rows.
template <bool are_adjacent, class Vector>
COPPICE_INLINE void read(const double* from, std::int64_t row_stride, Vector& to) {
  constexpr std::int64_t lanes = sizeof(Vector) / sizeof(double);
  if (are_adjacent) {
    std::memcpy(&to, from, sizeof to);
    return;
  }
  for (std::int64_t lane = 0; lane < lanes; ++lane) to[lane] = from[lane * row_stride];
}

template <std::int64_t lanes, bool are_adjacent>
COPPICE_INLINE std::int64_t add_rows(const stump_view& stumps, const strided_rows& rows,
                                     const double* weights, double* sums) {
  using doubles = typename vector_types<lanes>::doubles;
  using integers = typename vector_types<lanes>::integers;
  constexpr std::int64_t at_once = abreast * lanes;
  std::int64_t i = 0;
  for (; i + at_once <= rows.rows; i += at_once) {
    doubles sum[abreast];
    std::memcpy(sum, sums + i, sizeof sum);
    for (std::int64_t j = 0; j < stumps.count; ++j) {
      const double* const from = rows.row(i) + stumps.features[j] * rows.column_stride;
      const doubles threshold = doubles{} + stumps.thresholds[j];
      const integers missing_above = integers{} - stumps.missing_above[j];
      const doubles weight = doubles{} + weights[j];
      for (std::int64_t k = 0; k < abreast; ++k) {
        doubles x = {};
        read<are_adjacent>(from + k * lanes * rows.row_stride, rows.row_stride, x);
        const integers above = (x > threshold) | ((x != x) & missing_above);
        sum[k] += above ? weight : -weight;
      }
    }
    std::memcpy(sums + i, sum, sizeof sum);
  }
  return i;
}

template <std::int64_t lanes>
COPPICE_INLINE std::int64_t add_by(const stump_view& stumps, const strided_rows& rows,
                                   const double* weights, double* sums) {
  return rows.row_stride == 1 ? add_rows<lanes, true>(stumps, rows, weights, sums)
                              : add_rows<lanes, false>(stumps, rows, weights, sums);
}

using adding = std::int64_t (*)(const stump_view& stumps, const strided_rows& rows,
                                const double* weights, double* sums);

std::int64_t portably(const stump_view& stumps, const strided_rows& rows, const double* weights,
                      double* sums) {
  return add_by<2>(stumps, rows, weights, sums);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) std::int64_t by_avx2(const stump_view& stumps,
                                                     const strided_rows& rows,
                                                     const double* weights, double* sums) {
  return add_by<4>(stumps, rows, weights, sums);
}
#endif

adding adding_of_this_processor() {
#if defined(__x86_64__)
  // GCC 12 compares vectors of eight one by one, so that four at a time are the faster.
  if (instructions() != instruction_set::portable) return by_avx2;
#endif
  return portably;
}

}  // namespace

std::int64_t add_many_rows(const stump_view& stumps, const strided_rows& rows,
                           const double* weights, double* sums) {
  static const adding chosen = adding_of_this_processor();
  return chosen(stumps, rows, weights, sums);
}

}  // namespace coppice
