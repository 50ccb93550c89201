#include "core/popcount.hpp"

#include "core/processor.hpp"

namespace coppice {
namespace {

// A macro, as a function inlined into another of a different target would lose the target.
#define COPPICE_COUNT_BITS(bits_of_word)                                                 \
  for (std::int64_t b = 0; b < count; ++b) {                                             \
    const std::uint64_t* const other = others + b * words;                               \
    std::int64_t bits = 0;                                                               \
    for (std::int64_t k = 0; k < words; ++k) bits += __builtin_popcountll(bits_of_word); \
    out[b] = bits;                                                                       \
  }
#define COPPICE_COUNT_DIFFERENCES                   \
  if (mask == nullptr) {                            \
    COPPICE_COUNT_BITS(a[k] ^ other[k])             \
  } else {                                          \
    COPPICE_COUNT_BITS((a[k] ^ other[k]) & mask[k]) \
  }

void in_plain_code(const std::uint64_t* a, const std::uint64_t* mask, const std::uint64_t* others,
                   std::int64_t count, std::int64_t words, std::int64_t* out) {
  COPPICE_COUNT_DIFFERENCES
}

#if defined(__x86_64__)
__attribute__((target("popcnt"))) void by_instruction(const std::uint64_t* a,
                                                      const std::uint64_t* mask,
                                                      const std::uint64_t* others,
                                                      std::int64_t count, std::int64_t words,
                                                      std::int64_t* out) {
  COPPICE_COUNT_DIFFERENCES
}

__attribute__((target("avx512f,avx512vpopcntdq"))) void by_vectors(
    const std::uint64_t* a, const std::uint64_t* mask, const std::uint64_t* others,
    std::int64_t count, std::int64_t words, std::int64_t* out) {
  COPPICE_COUNT_DIFFERENCES
}
#endif

}  // namespace

count_differences_function count_differences() {
#if defined(__x86_64__)
  if (instructions() == instruction_set::avx512 &&
      static_cast<bool>(__builtin_cpu_supports("avx512vpopcntdq")))
    return by_vectors;
  if (instructions() != instruction_set::portable) return by_instruction;
#endif
  return in_plain_code;
}

}  // namespace coppice
