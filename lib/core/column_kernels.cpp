#include "core/column_kernels.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

#include "core/processor.hpp"
#include "core/vector_types.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace coppice {
namespace {

template <std::int64_t lanes>
struct vectors {
  using doubles = typename vector_types<lanes>::doubles;
  using words = typename vector_types<lanes>::words;
  using floats = typename vector_types<lanes>::floats;

  COPPICE_INLINE static void load(const double* from, doubles& to) {
    std::memcpy(&to, from, sizeof to);
  }
  COPPICE_INLINE static void store(const doubles& from, double* to) {
    std::memcpy(to, &from, sizeof from);
  }
  COPPICE_INLINE static void load(const float* from, doubles& to) {
    floats narrow;
    std::memcpy(&narrow, from, sizeof narrow);
    to = __builtin_convertvector(narrow, doubles);
  }

  /// The word of a row, shifted in each lane so that one shift more, the same in all lanes, brings
  /// the bits of any `lanes` neighbouring columns to where doubles have their sign.
  COPPICE_INLINE static void spread(std::uint64_t word, words& to) {
    for (std::int64_t lane = 0; lane < lanes; ++lane) to[lane] = word << (lanes - 1 - lane);
  }

  /// Adds a value to the sums of columns whose bit is set and subtracts it from those of the
  /// others. Takes the value negated, and `group`, the columns over `lanes`.
  COPPICE_INLINE static void add_signed(const words& spread, std::int64_t group,
                                        const doubles& negated, doubles& to) {
    constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;
    const words signs = (spread << (64 - lanes - lanes * group)) & sign_bit;
    to += reinterpret_cast<doubles>(reinterpret_cast<words>(negated) ^ signs);
  }
};

COPPICE_INLINE std::int64_t row_at(const std::int64_t* rows, std::int64_t k) {
  return rows == nullptr ? k : rows[k];
}

/// Adds up sixteen partial sums: of columns 0, 16, 32, ..; of columns 1, 17, 33, ..; and so on.
template <std::int64_t lanes, std::size_t size>
COPPICE_INLINE double total(std::array<typename vectors<lanes>::doubles, size>& partial) {
  static_assert(lanes * size == 16);
  std::array<double, 8> of;
  for (std::size_t k = 0; k < size / 2; ++k) {
    partial[k] += partial[k + size / 2];
    vectors<lanes>::store(partial[k], &of[k * lanes]);
  }
  return ((of[0] + of[4]) + (of[1] + of[5])) + ((of[2] + of[6]) + (of[3] + of[7]));
}

/// Four columns of signs take sixteen values in a row: sums[16 g + m] is what columns 4g to 4g + 3
/// add where their bits are m.
constexpr std::int64_t nibbles = signs_a_block / 4;
using nibble_sums = std::array<double, 16 * nibbles>;

/// Neighbouring nibbles that hold all the weights that are not 0. A block with few columns, or with
/// one whose weight has changed, needs no others: they would add zeros. Each count has a loop of
/// its own, which the compiler unrolls: a loop of any count made fits of covtype a seventh slower.
struct nibble_window {
  std::int64_t first;
  std::int64_t count;  // 0, 1, 4, 8 or 16
};

nibble_window window_of(const double* weights) {
  const auto weighs = [](double weight) { return weight != 0; };
  const double* const end = weights + signs_a_block;
  const double* const first = std::find_if(weights, end, weighs);
  if (first == end) return {0, 0};
  std::int64_t last = signs_a_block - 1;
  while (!weighs(weights[last])) --last;
  const std::int64_t nibble = (first - weights) / 4;
  const std::int64_t needed = last / 4 + 1 - nibble;
  for (const std::int64_t count : {1, 4, 8})
    if (needed <= count) return {std::min(nibble, nibbles - count), count};
  return {0, nibbles};
}

void sum_nibbles(const double* weights, const nibble_window& of, nibble_sums& sums) {
  for (std::int64_t g = of.first; g < of.first + of.count; ++g) {
    double* to = &sums[16 * g];
    to[0] = 0;
    for (std::int64_t j = 0; j < 4; ++j) {
      const double weight = weights[4 * g + j];
      for (std::int64_t m = 0; m < std::int64_t{1} << j; ++m) {
        to[m + (std::int64_t{1} << j)] = to[m] + weight;
        to[m] -= weight;
      }
    }
  }
}

/// By look-up, a row after the other.
template <std::int64_t count>
struct by_row {
  static void add(const std::uint64_t* block, const std::int64_t* rows, std::int64_t size,
                  std::int64_t first, const nibble_sums& sums, double* f) {
    for (std::int64_t k = 0; k < size; ++k) {
      const std::uint64_t word = block[row_at(rows, k)] >> (4 * first);
      double sum = 0;
      for (std::int64_t g = 0; g < count; ++g)
        sum += sums[16 * (first + g) + ((word >> (4 * g)) & 15)];
      f[k] += sum;
    }
  }
};

#if defined(__x86_64__)
/// The same of eight rows at once: one instruction looks up all eight. Four times as fast as
/// adding the columns' weights with the rows' signs.
template <std::int64_t count>
struct by_eight_rows {
  __attribute__((target("avx512f"))) static void add(const std::uint64_t* block,
                                                     const std::int64_t* rows, std::int64_t size,
                                                     std::int64_t first, const nibble_sums& sums,
                                                     double* f) {
    constexpr std::int64_t lanes = 8;
    for (std::int64_t k = 0; k < size; k += lanes) {
      const std::int64_t here = std::min(lanes, size - k);
      std::array<std::uint64_t, lanes> words{};
      for (std::int64_t lane = 0; lane < here; ++lane) words[lane] = block[row_at(rows, k + lane)];
      __m512i word = _mm512_loadu_si512(words.data());
      word >>= 4 * first;
      __m512d sum = _mm512_setzero_pd();
      for (std::int64_t g = 0; g < count; ++g) {  // an index's low four bits are looked at
        const __m512d low = _mm512_loadu_pd(&sums[16 * (first + g)]);
        const __m512d high = _mm512_loadu_pd(&sums[16 * (first + g) + 8]);
        sum = _mm512_add_pd(sum, _mm512_permutex2var_pd(low, word, high));
        word >>= 4;
      }
      const auto mask = static_cast<__mmask8>((1U << here) - 1);
      const __m512d before = _mm512_maskz_loadu_pd(mask, f + k);
      _mm512_mask_storeu_pd(f + k, mask, _mm512_add_pd(before, sum));
    }
  }
};
#endif

template <template <std::int64_t> class By>
void sign_products(const std::uint64_t* block, const std::int64_t* rows, std::int64_t size,
                   const double* weights, double* f) {
  const nibble_window of = window_of(weights);
  nibble_sums sums;
  sum_nibbles(weights, of, sums);
  if (of.count == 1) By<1>::add(block, rows, size, of.first, sums, f);
  if (of.count == 4) By<4>::add(block, rows, size, of.first, sums, f);
  if (of.count == 8) By<8>::add(block, rows, size, of.first, sums, f);
  if (of.count == nibbles) By<nibbles>::add(block, rows, size, of.first, sums, f);
}

template <std::int64_t lanes>
COPPICE_INLINE void sign_correlations(const std::uint64_t* block, const std::int64_t* rows,
                                      std::int64_t count, const double* v, double* sums) {
  using simd = vectors<lanes>;
  constexpr std::int64_t groups_a_pass = 8;  // whose sums are all in registers
  for (std::int64_t first = 0; first < signs_a_block / lanes; first += groups_a_pass) {
    std::array<typename simd::doubles, groups_a_pass> sum;
    for (std::int64_t g = 0; g < groups_a_pass; ++g) simd::load(sums + (first + g) * lanes, sum[g]);
    for (std::int64_t k = 0; k < count; ++k) {
      typename simd::words word;
      simd::spread(block[row_at(rows, k)], word);
      const typename simd::doubles negated = typename simd::doubles{} - v[k];
      for (std::int64_t g = 0; g < groups_a_pass; ++g)
        simd::add_signed(word, first + g, negated, sum[g]);
    }
    for (std::int64_t g = 0; g < groups_a_pass; ++g)
      simd::store(sum[g], sums + (first + g) * lanes);
  }
}

template <std::int64_t lanes>
COPPICE_INLINE void float_products(const float* block, const std::int64_t* rows, std::int64_t count,
                                   const double* weights, double* f) {
  using simd = vectors<lanes>;
  constexpr std::int64_t groups = floats_a_block / lanes;
  std::array<typename simd::doubles, groups> weight;
  for (std::int64_t g = 0; g < groups; ++g) simd::load(weights + g * lanes, weight[g]);
  for (std::int64_t k = 0; k < count; ++k) {
    const float* row = block + row_at(rows, k) * floats_a_block;
    std::array<typename simd::doubles, groups> partial;
    for (std::int64_t g = 0; g < groups; ++g) {
      simd::load(row + g * lanes, partial[g]);
      partial[g] *= weight[g];
    }
    f[k] += total<lanes>(partial);
  }
}

template <std::int64_t lanes>
COPPICE_INLINE void float_correlations(const float* block, const std::int64_t* rows,
                                       std::int64_t count, const double* v, double* sums) {
  using simd = vectors<lanes>;
  constexpr std::int64_t groups = floats_a_block / lanes;
  std::array<typename simd::doubles, groups> sum;
  for (std::int64_t g = 0; g < groups; ++g) simd::load(sums + g * lanes, sum[g]);
  for (std::int64_t k = 0; k < count; ++k) {
    const float* row = block + row_at(rows, k) * floats_a_block;
    for (std::int64_t g = 0; g < groups; ++g) {
      typename simd::doubles h;
      simd::load(row + g * lanes, h);
      sum[g] += h * v[k];
    }
  }
  for (std::int64_t g = 0; g < groups; ++g) simd::store(sum[g], sums + g * lanes);
}

// One set of functions for each instruction set. Function pointers choose between them rather than
// the loader's own dispatch, which crashes under ThreadSanitizer.
// NOLINTBEGIN(bugprone-macro-parentheses): attributes cannot stand in parentheses
#define COPPICE_KERNELS(name, lanes, instructions, add_sign_products)                           \
  namespace name {                                                                              \
  instructions void add_float_products(const float* block, const std::int64_t* rows,            \
                                       std::int64_t count, const double* weights, double* f) {  \
    float_products<lanes>(block, rows, count, weights, f);                                      \
  }                                                                                             \
  instructions void add_sign_correlations(const std::uint64_t* block, const std::int64_t* rows, \
                                          std::int64_t count, const double* v, double* sums) {  \
    sign_correlations<lanes>(block, rows, count, v, sums);                                      \
  }                                                                                             \
  instructions void add_float_correlations(const float* block, const std::int64_t* rows,        \
                                           std::int64_t count, const double* v, double* sums) { \
    float_correlations<lanes>(block, rows, count, v, sums);                                     \
  }                                                                                             \
  constexpr column_kernels all = {add_sign_products, add_float_products, add_sign_correlations, \
                                  add_float_correlations};                                      \
  }

// NOLINTEND(bugprone-macro-parentheses)

COPPICE_KERNELS(portable, 2, , sign_products<by_row>)
#if defined(__x86_64__)
COPPICE_KERNELS(avx2, 4, __attribute__((target("avx2"))), sign_products<by_row>)
COPPICE_KERNELS(avx512, 8, __attribute__((target("avx512f,avx512dq"))),
                sign_products<by_eight_rows>)
#endif

}  // namespace

const column_kernels& kernels_of_columns() {
#if defined(__x86_64__)
  if (instructions() == instruction_set::avx512) return avx512::all;
  if (instructions() == instruction_set::avx2) return avx2::all;
#endif
  return portable::all;
}

}  // namespace coppice
