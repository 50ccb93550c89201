// Counting the bits in which rows of words differ, with the processor's own instruction where it
// has one. A function pointer chooses: target clones and ifuncs crash under thread sanitizer.
#pragma once

#include <cstdint>

namespace coppice {

/// For every b from 0 to count - 1: out[b] = number of bits in which the `words` words at `a` and
/// at others + b * words differ. Only bits that are set in `mask` count, or all where it is null.
using count_differences_function = void (*)(const std::uint64_t* a, const std::uint64_t* mask,
                                            const std::uint64_t* others, std::int64_t count,
                                            std::int64_t words, std::int64_t* out);

/// The fastest that this processor runs; all give the same counts.
count_differences_function count_differences();

}  // namespace coppice
