#include "kernels/pair_sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/processor.hpp"
#include "core/vector_types.hpp"

namespace coppice {
namespace {

template <std::int64_t lanes>
using doubles = typename vector_types<lanes>::doubles;

struct product {
  template <class Number>
  COPPICE_INLINE static void add(const Number& x, double z, Number& to) {
    to += x * z;
  }
};

struct square {
  template <class Number>
  COPPICE_INLINE static void add(const Number& x, double z, Number& to) {
    const Number difference = x - z;
    to += difference * difference;
  }
};

struct absolute {
  COPPICE_INLINE static void add(double x, double z, double& to) { to += __builtin_fabs(x - z); }
  template <class Vector>
  COPPICE_INLINE static void add(const Vector& x, double z, Vector& to) {
    using words = typename vector_types<sizeof(Vector) / sizeof(double)>::words;
    constexpr std::uint64_t but_sign = ~(std::uint64_t{1} << 63);
    const Vector difference = x - z;
    to += reinterpret_cast<Vector>(reinterpret_cast<words>(difference) & but_sign);
  }
};

struct minimum {
  template <class Number>
  COPPICE_INLINE static void add(const Number& x, double z, Number& to) {
    Number distance = {};
    absolute::add(x, z, distance);
    to += 0.5 * ((x + z) - distance);
  }
};

template <class Number>
COPPICE_INLINE void load(const double* from, Number& to) {
  std::memcpy(&to, from, sizeof to);
}

template <class Number>
constexpr std::int64_t width = sizeof(Number) / sizeof(double);

/// `abreast` rows z, side by side: so many that no addition waits for the one before.
template <class Term, class Number, std::int64_t rows, std::int64_t abreast>
COPPICE_INLINE void sum_dense_rows(const interleaved_rows& x, const double* z, double* out) {
  constexpr std::int64_t parts = rows / width<Number>;
  Number sums[abreast * parts] = {};
  for (std::int64_t d = 0; d < x.features; ++d)
    for (std::int64_t part = 0; part < parts; ++part) {
      Number value;
      load(x.values + d * rows + part * width<Number>, value);
      for (std::int64_t j = 0; j < abreast; ++j)
        Term::add(value, z[j * x.features + d], sums[j * parts + part]);
    }
  std::memcpy(out, sums, sizeof sums);
}

template <class Term, class Number, std::int64_t rows>
COPPICE_INLINE void sum_dense(const interleaved_rows& x, const double* z, std::int64_t count,
                              double* out) {
  constexpr std::int64_t abreast = 4;
  std::int64_t j = 0;
  for (; j + abreast <= count; j += abreast)
    sum_dense_rows<Term, Number, rows, abreast>(x, z + j * x.features, out + j * rows);
  for (; j < count; ++j)
    sum_dense_rows<Term, Number, rows, 1>(x, z + j * x.features, out + j * rows);
}

/// What a listed value changes of the sum with a row of zeros.
template <class Term, class Number, std::int64_t rows>
COPPICE_INLINE void sum_sparse(const interleaved_rows& x, const double* at_zero,
                               const sparse_view& z, std::int64_t first, std::int64_t count,
                               double* out) {
  constexpr std::int64_t parts = rows / width<Number>;
  for (std::int64_t j = first; j < first + count; ++j) {
    Number sums[parts];
    std::memcpy(sums, at_zero, sizeof sums);
    for (std::int64_t k = z.starts[j]; k < z.starts[j + 1]; ++k)
      for (std::int64_t part = 0; part < parts; ++part) {
        Number value;
        load(x.values + z.features[k] * rows + part * width<Number>, value);
        Number with = {};
        Number without = {};
        Term::add(value, z.values[k], with);
        Term::add(value, 0.0, without);
        sums[part] += with - without;
      }
    std::memcpy(out + (j - first) * rows, sums, sizeof sums);
  }
}

/// What is compared: rows z, dense ones, or sparse ones from `first` on with the sums at zero.
struct comparison {
  const interleaved_rows& x;
  const double* dense;
  const sparse_view* sparse;
  const double* at_zero;
  std::int64_t first;
  std::int64_t count;
  double* out;
};

template <class Term, class Number, std::int64_t rows>
COPPICE_INLINE void sum_rows(const comparison& of) {
  if (of.sparse == nullptr)
    sum_dense<Term, Number, rows>(of.x, of.dense, of.count, of.out);
  else
    sum_sparse<Term, Number, rows>(of.x, of.at_zero, *of.sparse, of.first, of.count, of.out);
}

template <class Term, std::int64_t lanes>
COPPICE_INLINE void sum_term(const comparison& of) {
  if (of.x.rows == 1)
    sum_rows<Term, double, 1>(of);
  else
    sum_rows<Term, doubles<lanes>, rows_together>(of);
}

template <std::int64_t lanes>
COPPICE_INLINE void sum_terms(pair_term term, const comparison& of) {
  if (term == pair_term::product) sum_term<product, lanes>(of);
  if (term == pair_term::absolute) sum_term<absolute, lanes>(of);
  if (term == pair_term::square) sum_term<square, lanes>(of);
  if (term == pair_term::minimum) sum_term<minimum, lanes>(of);
}

// One function for each instruction set, chosen by a pointer: the loader's own dispatch crashes
// under ThreadSanitizer.
using summing = void (*)(pair_term term, const comparison& of);

void sum_portably(pair_term term, const comparison& of) {
  sum_terms<2>(term, of);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) void sum_by_avx2(pair_term term, const comparison& of) {
  sum_terms<4>(term, of);
}

__attribute__((target("avx512f,avx512dq"))) void sum_by_avx512(pair_term term,
                                                               const comparison& of) {
  sum_terms<8>(term, of);
}
#endif

summing summing_of_this_processor() {
#if defined(__x86_64__)
  if (instructions() == instruction_set::avx512) return sum_by_avx512;
  if (instructions() == instruction_set::avx2) return sum_by_avx2;
#endif
  return sum_portably;
}

void sum_chosen(pair_term term, const comparison& of) {
  static const summing chosen = summing_of_this_processor();
  chosen(term, of);
}

}  // namespace

void sum_pairs(pair_term term, const interleaved_rows& x, const double* z, std::int64_t count,
               double* out) {
  sum_chosen(term, {x, z, nullptr, nullptr, 0, count, out});
}

void sum_with_zeros(pair_term term, const interleaved_rows& x, double* out) {
  const auto with_zero = [term](double value) {
    if (term == pair_term::absolute) return std::abs(value);
    if (term == pair_term::square) return value * value;
    return term == pair_term::minimum ? std::min(value, 0.0) : 0.0;
  };
  for (std::int64_t q = 0; q < x.rows; ++q) {
    out[q] = 0;
    for (std::int64_t d = 0; d < x.features; ++d) out[q] += with_zero(x.values[d * x.rows + q]);
  }
}

void sum_pairs(pair_term term, const interleaved_rows& x, const double* at_zero,
               const sparse_view& z, std::int64_t first, std::int64_t count, double* out) {
  sum_chosen(term, {x, nullptr, &z, at_zero, first, count, out});
}

}  // namespace coppice
