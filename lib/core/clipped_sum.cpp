#include "core/clipped_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "core/numbers.hpp"
#include "core/processor.hpp"
#include "core/vector_types.hpp"

namespace coppice {
namespace {

constexpr std::int64_t partial_sums = 8;

template <std::int64_t lanes>
COPPICE_INLINE clipped_sum sum_by(const double* u, const double* low, const double* high,
                                  double tau, std::int64_t size) {
  using doubles = typename vector_types<lanes>::doubles;
  constexpr std::int64_t groups = partial_sums / lanes;
  std::array<doubles, groups> sum{};
  std::array<doubles, groups> magnitude{};
  std::array<doubles, groups> between{};
  std::int64_t k = 0;
  for (; k + partial_sums <= size; k += partial_sums)
    for (std::int64_t group = 0; group < groups; ++group) {
      const std::int64_t first = k + group * lanes;
      doubles shifted;
      doubles least;
      doubles most;
      std::memcpy(&shifted, u + first, sizeof shifted);
      std::memcpy(&least, low + first, sizeof least);
      std::memcpy(&most, high + first, sizeof most);
      shifted -= tau;
      const doubles raised = shifted < least ? least : shifted;
      const doubles clipped = raised > most ? most : raised;
      sum[group] += clipped;
      magnitude[group] += clipped < 0 ? -clipped : clipped;
      between[group] += clipped == shifted ? doubles{} + 1 : doubles{};
    }
  std::array<double, partial_sums> sums;
  std::array<double, partial_sums> magnitudes;
  std::array<double, partial_sums> counts;
  std::memcpy(sums.data(), sum.data(), sizeof sums);
  std::memcpy(magnitudes.data(), magnitude.data(), sizeof magnitudes);
  std::memcpy(counts.data(), between.data(), sizeof counts);
  for (std::int64_t lane = 0; k < size; ++k, ++lane) {
    const double shifted = u[k] - tau;
    const double clipped = std::min(std::max(shifted, low[k]), high[k]);
    sums[lane] += clipped;
    magnitudes[lane] += std::abs(clipped);
    counts[lane] += clipped == shifted ? 1 : 0;
  }
  return {added_up(sums), added_up(magnitudes), added_up(counts)};
}

clipped_sum by_two(const double* u, const double* low, const double* high, double tau,
                   std::int64_t size) {
  return sum_by<2>(u, low, high, tau, size);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) clipped_sum by_four(const double* u, const double* low,
                                                    const double* high, double tau,
                                                    std::int64_t size) {
  return sum_by<4>(u, low, high, tau, size);
}

__attribute__((target("avx512f,avx512dq"))) clipped_sum by_eight(const double* u, const double* low,
                                                                 const double* high, double tau,
                                                                 std::int64_t size) {
  return sum_by<8>(u, low, high, tau, size);
}
#endif

}  // namespace

clipped_sum_function clipped_sum_here() {
#if defined(__x86_64__)
  if (instructions() == instruction_set::avx512) return by_eight;
  if (instructions() == instruction_set::avx2) return by_four;
#endif
  return by_two;
}

}  // namespace coppice
