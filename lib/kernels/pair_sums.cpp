#include "kernels/pair_sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

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

/// Sums of products and of squares are made of x'z, as a value that is not listed adds nothing to
/// it. Of other terms a listed value adds what it changes of the sum with a row of zeros.
template <class Term>
constexpr bool is_of_products = std::is_same_v<Term, product> || std::is_same_v<Term, square>;

template <class Term, class Number>
COPPICE_INLINE void add_listed(const Number& x, double z, Number& to) {
  if constexpr (is_of_products<Term>) {
    product::add(x, z, to);
  } else {
    Number with = {};
    Number without = {};
    Term::add(x, z, with);
    Term::add(x, 0.0, without);
    to += with - without;
  }
}

template <class Term, class Number, std::int64_t rows>
COPPICE_INLINE void sum_sparse(const placed_rows& x, const sparse_view& z, std::int64_t first,
                               std::int64_t count, double* out) {
  constexpr std::int64_t parts = rows / width<Number>;
  Number at_zero[parts] = {};
  std::memcpy(at_zero, x.at_zero, sizeof at_zero);
  for (std::int64_t j = first; j < first + count; ++j) {
    Number sums[parts] = {};
    if constexpr (!is_of_products<Term>) std::memcpy(sums, at_zero, sizeof sums);
    for (std::int64_t k = z.starts[j]; k < z.starts[j + 1]; ++k) {
      const std::int64_t place = rows == 1 ? z.features[k] : x.places[z.features[k]];
      for (std::int64_t part = 0; part < parts; ++part) {
        Number value;
        load(x.values + place * rows + part * width<Number>, value);
        add_listed<Term>(value, z.values[k], sums[part]);
      }
    }
    if constexpr (std::is_same_v<Term, square>)
      for (std::int64_t part = 0; part < parts; ++part) {
        const Number square = (at_zero[part] + z.at_zero[j]) - 2.0 * sums[part];
        Number magnitude = {};
        absolute::add(square, 0.0, magnitude);
        sums[part] = 0.5 * square + 0.5 * magnitude;  // not below 0; NaN where it is
      }
    std::memcpy(out + (j - first) * rows, sums, sizeof sums);
  }
}

struct dense_comparison {
  const interleaved_rows& x;
  const double* z;
  std::int64_t count;
  double* out;
};

struct sparse_comparison {
  const placed_rows& x;
  const sparse_view& z;
  std::int64_t first;
  std::int64_t count;
  double* out;
};

template <class Term, class Number, std::int64_t rows>
COPPICE_INLINE void sum_rows(const dense_comparison& of) {
  sum_dense<Term, Number, rows>(of.x, of.z, of.count, of.out);
}

template <class Term, class Number, std::int64_t rows>
COPPICE_INLINE void sum_rows(const sparse_comparison& of) {
  sum_sparse<Term, Number, rows>(of.x, of.z, of.first, of.count, of.out);
}

template <class Term, std::int64_t lanes, class Comparison>
COPPICE_INLINE void sum_term(const Comparison& of) {
  if (of.x.rows == 1)
    sum_rows<Term, double, 1>(of);
  else
    sum_rows<Term, doubles<lanes>, rows_together>(of);
}

template <std::int64_t lanes, class Comparison>
COPPICE_INLINE void sum_terms(pair_term term, const Comparison& of) {
  if (term == pair_term::product) sum_term<product, lanes>(of);
  if (term == pair_term::absolute) sum_term<absolute, lanes>(of);
  if (term == pair_term::square) sum_term<square, lanes>(of);
  if (term == pair_term::minimum) sum_term<minimum, lanes>(of);
}

// One function for each instruction set, chosen by a pointer: the loader's own dispatch crashes
// under ThreadSanitizer.
template <class Comparison>
using summing = void (*)(pair_term term, const Comparison& of);

template <class Comparison>
void sum_portably(pair_term term, const Comparison& of) {
  sum_terms<2>(term, of);
}

#if defined(__x86_64__)
template <class Comparison>
__attribute__((target("avx2"))) void sum_by_avx2(pair_term term, const Comparison& of) {
  sum_terms<4>(term, of);
}

template <class Comparison>
__attribute__((target("avx512f,avx512dq"))) void sum_by_avx512(pair_term term,
                                                               const Comparison& of) {
  sum_terms<8>(term, of);
}
#endif

template <class Comparison>
summing<Comparison> summing_of_this_processor() {
#if defined(__x86_64__)
  if (instructions() == instruction_set::avx512) return sum_by_avx512<Comparison>;
  if (instructions() == instruction_set::avx2) return sum_by_avx2<Comparison>;
#endif
  return sum_portably<Comparison>;
}

template <class Comparison>
void sum_chosen(pair_term term, const Comparison& of) {
  static const summing<Comparison> chosen = summing_of_this_processor<Comparison>();
  chosen(term, of);
}

}  // namespace

double term_with_zero(pair_term term, double value) {
  if (term == pair_term::absolute) return std::abs(value);
  if (term == pair_term::square) return value * value;
  return term == pair_term::minimum ? std::min(value, 0.0) : 0.0;
}

void sum_pairs(pair_term term, const interleaved_rows& x, const double* z, std::int64_t count,
               double* out) {
  sum_chosen(term, dense_comparison{x, z, count, out});
}

void sum_pairs(pair_term term, const placed_rows& x, const sparse_view& z, std::int64_t first,
               std::int64_t count, double* out) {
  sum_chosen(term, sparse_comparison{x, z, first, count, out});
}

}  // namespace coppice
