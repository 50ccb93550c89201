// The arithmetic behind candidate_scores.hpp, for each set of instructions it is compiled for. All
// of it is in an unnamed namespace and it includes nothing that has code: nothing compiled for a
// newer processor can take the place of a function that others call.
#pragma once

#include "pools/candidate_scores.hpp"

namespace coppice {
namespace {

#if defined(__AVX2__)
constexpr std::int64_t wide = 8;
#else
constexpr std::int64_t wide = 4;
#endif
using lanes = float __attribute__((vector_size(wide * sizeof(float))));
constexpr std::int64_t parts = candidates_a_block / wide;
constexpr std::int64_t rows_at_once = wide / 2;  // what the registers hold

struct block {
  lanes part[parts];
};

inline void load(const float* from, lanes& to) {
  __builtin_memcpy(&to, from, sizeof to);
}

/// x > 0 is counted in: sign(0) = +1.
inline void apply_sign(lanes& t) {
  t = t >= 0.0F ? lanes{} + 1.0F : lanes{} - 1.0F;
}

/// cos(2 pi t) = sin(2 pi s) with s = 1/4 - |t - nearest whole number|, by Taylor's series to the
/// ninth power, whose error at s = 1/4 is less than (pi / 2)^11 / 11! = 3.6e-6. What a float cannot
/// reduce (t beyond 2^22, infinite, NaN) gives some number from -1 to 1.
inline void apply_cosine(lanes& t) {
  constexpr float to_whole = 12582912.0F;  // 1.5 * 2^23: what is added and taken away is rounded
  const lanes whole = (t + to_whole) - to_whole;
  lanes s = t - whole;
  s = s < 0.0F ? -s : s;
  s = 0.25F - (s < 0.5F ? s : lanes{} + 0.5F);
  constexpr double pi = 3.14159265358979323846;
  constexpr double p1 = 2 * pi;
  constexpr double p3 = -p1 * p1 * p1 / 6;
  constexpr double p5 = -p3 * p1 * p1 / 20;
  constexpr double p7 = -p5 * p1 * p1 / 42;
  constexpr double p9 = -p7 * p1 * p1 / 72;
  const lanes q = s * s;
  t = static_cast<float>(p9) * q + static_cast<float>(p7);
  t = t * q + static_cast<float>(p5);
  t = t * q + static_cast<float>(p3);
  t = (t * q + static_cast<float>(p1)) * s;
}

/// Adds what `Rows` rows give to the sums of `count` residuals, of which the first are at u.
template <projection_shape Shape, std::int64_t Rows>
inline void score_rows(const float* z, const block& kappa, const float* rows, const float* u,
                       std::int64_t features, std::int64_t residuals, std::int64_t count,
                       block* sums) {
  block t[Rows];
  for (block& of_row : t)
    for (std::int64_t k = 0; k < parts; ++k) of_row.part[k] = -kappa.part[k];
  for (std::int64_t d = 0; d < features; ++d) {
    block column;
    for (std::int64_t k = 0; k < parts; ++k)
      load(z + d * candidates_a_block + k * wide, column.part[k]);
    for (std::int64_t r = 0; r < Rows; ++r)
      for (std::int64_t k = 0; k < parts; ++k)
        t[r].part[k] += rows[r * features + d] * column.part[k];
  }
  for (std::int64_t r = 0; r < Rows; ++r)
    for (std::int64_t k = 0; k < parts; ++k) {
      if constexpr (Shape == projection_shape::sign)
        apply_sign(t[r].part[k]);
      else
        apply_cosine(t[r].part[k]);
      for (std::int64_t s = 0; s < count; ++s)
        sums[s].part[k] += u[r * residuals + s] * t[r].part[k];
    }
}

/// At most `Most` residuals from the one that u begins with.
template <projection_shape Shape, std::int64_t Most>
inline void score_some(const float* z, const block& kappa, const float* rows, const float* u,
                       std::int64_t rows_count, std::int64_t features, std::int64_t residuals,
                       std::int64_t some, double* scores) {
  const std::int64_t count = Most == 1 ? 1 : some;  // with one the sums stay in registers
  block sums[Most] = {};
  std::int64_t i = 0;
  for (; i + rows_at_once <= rows_count; i += rows_at_once)
    score_rows<Shape, rows_at_once>(z, kappa, rows + i * features, u + i * residuals, features,
                                    residuals, count, sums);
  for (; i < rows_count; ++i)
    score_rows<Shape, 1>(z, kappa, rows + i * features, u + i * residuals, features, residuals,
                         count, sums);
  for (std::int64_t s = 0; s < count; ++s)
    for (std::int64_t c = 0; c < candidates_a_block; ++c)
      scores[s * candidates_a_block + c] += static_cast<double>(sums[s].part[c / wide][c % wide]);
}

template <projection_shape Shape>
void score_block(const float* z, const float* kappa, const float* rows, const float* u,
                 std::int64_t count, std::int64_t features, std::int64_t residuals,
                 double* scores) {
  constexpr std::int64_t most = 16;
  block kappas;
  for (std::int64_t k = 0; k < parts; ++k) load(kappa + k * wide, kappas.part[k]);
  if (residuals == 1)
    return score_some<Shape, 1>(z, kappas, rows, u, count, features, 1, 1, scores);
  for (std::int64_t first = 0; first < residuals; first += most) {
    const std::int64_t some = residuals - first < most ? residuals - first : most;
    score_some<Shape, most>(z, kappas, rows, u + first, count, features, residuals, some,
                            scores + first * candidates_a_block);
  }
}

}  // namespace
}  // namespace coppice
