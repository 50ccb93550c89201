#include "core/exponential.hpp"

#include <array>
#include <cstring>
#include <limits>

#include "core/processor.hpp"
#include "core/vector_types.hpp"

namespace coppice {
namespace {

/// x = k log 2 + r with a whole number k and |r| <= log(2) / 2; e^x = 2^k e^r, e^r by its Taylor
/// series, whose first term left out is below 1e-17.
template <std::int64_t lanes>
COPPICE_INLINE void exponentiate_lanes(typename vector_types<lanes>::doubles& x) {
  using doubles = typename vector_types<lanes>::doubles;
  using integers = typename vector_types<lanes>::integers;
  constexpr double largest = 709.782712893384;     // of which e^x is finite
  constexpr double smallest = -708.3964185322641;  // of which e^x is a normal number
  constexpr double rounds = 6755399441055744.0;    // 1.5 2^52: added, it leaves whole numbers
  constexpr double per_log_2 = 1.4426950408889634;
  constexpr double log_2_high = 6.93147180369123816490e-01;  // k times it is exact
  constexpr double log_2_low = 1.90821492927058770002e-10;
  constexpr std::array<double, 14> one_over_factorial = {1.0,
                                                         1.0,
                                                         1.0 / 2,
                                                         1.0 / 6,
                                                         1.0 / 24,
                                                         1.0 / 120,
                                                         1.0 / 720,
                                                         1.0 / 5040,
                                                         1.0 / 40320,
                                                         1.0 / 362880,
                                                         1.0 / 3628800,
                                                         1.0 / 39916800,
                                                         1.0 / 479001600,
                                                         1.0 / 6227020800};
  const integers too_large = x > largest;
  const integers too_small = x < smallest;
  const integers outside = too_large | too_small;
  const doubles within = outside ? doubles{} : x;
  const doubles shifted = within * per_log_2 + rounds;
  const doubles k = shifted - rounds;
  const doubles r = (within - k * log_2_high) - k * log_2_low;
  // The terms from r^2 on by Estrin's scheme: 0.76 of the time of Horner's longer chain.
  const auto& c = one_over_factorial;
  const doubles r2 = r * r;
  const doubles r4 = r2 * r2;
  const doubles from_2 = (c[2] + c[3] * r) + (c[4] + c[5] * r) * r2;
  const doubles from_6 = (c[6] + c[7] * r) + (c[8] + c[9] * r) * r2;
  const doubles from_10 = (c[10] + c[11] * r) + (c[12] + c[13] * r) * r2;
  const doubles rest = (from_2 + from_6 * r4) + from_10 * (r4 * r4);
  const doubles series = c[0] + (r + rest * r2);
  // 2^k in two factors: 2^1024 is not a number, 2^1023.5 e^r may be one.
  const integers low_bits = reinterpret_cast<integers>(shifted) & 0xfff;
  const integers power = (low_bits ^ 0x800) - 0x800;  // k
  const integers half = power >> 1;
  const auto first = reinterpret_cast<doubles>((half + 1023) << 52);
  const auto second = reinterpret_cast<doubles>((power - half + 1023) << 52);
  x = series * first * second;
  x = too_small ? doubles{} : x;
  x = too_large ? doubles{} + std::numeric_limits<double>::infinity() : x;
}

template <std::int64_t lanes>
COPPICE_INLINE void exponentiate_all(double factor, double* values, std::int64_t count) {
  const std::int64_t whole = count - count % lanes;
  typename vector_types<lanes>::doubles x = {};
  for (std::int64_t k = 0; k < whole; k += lanes) {
    std::memcpy(&x, values + k, sizeof x);
    x *= factor;
    exponentiate_lanes<lanes>(x);
    std::memcpy(values + k, &x, sizeof x);
  }
  if (whole == count) return;
  const auto left = static_cast<std::size_t>(count - whole) * sizeof(double);
  std::memset(&x, 0, sizeof x);
  std::memcpy(&x, values + whole, left);
  x *= factor;
  exponentiate_lanes<lanes>(x);
  std::memcpy(values + whole, &x, left);
}

using function = void (*)(double factor, double* values, std::int64_t count);

void portably(double factor, double* values, std::int64_t count) {
  exponentiate_all<2>(factor, values, count);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) void by_avx2(double factor, double* values, std::int64_t count) {
  exponentiate_all<4>(factor, values, count);
}
#endif

function function_of_this_processor() {
#if defined(__x86_64__)
  // GCC 12 compares vectors of eight one by one, so that four at a time are the faster.
  if (instructions() != instruction_set::portable) return by_avx2;
#endif
  return portably;
}

}  // namespace

void exponentiate(double factor, double* values, std::int64_t count) {
  static const function chosen = function_of_this_processor();
  chosen(factor, values, count);
}

}  // namespace coppice
