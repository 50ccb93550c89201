// A square of 64 x 64 bits, mirrored: bit j of word i becomes bit i of word j.
#pragma once

#include <array>
#include <cstdint>

namespace coppice {

/// In six rounds that swap ever smaller squares off the diagonal: of 32 x 32 bits, 16 x 16, ..
inline void transpose(std::array<std::uint64_t, 64>& square) {
  std::uint64_t mask = 0x00000000ffffffff;
  for (std::size_t width = 32; width > 0; width /= 2, mask ^= mask << width) {
    for (std::size_t i = 0; i < 64; i = (i + width + 1) & ~width) {
      const std::uint64_t swapped = ((square[i] >> width) ^ square[i + width]) & mask;
      square[i] ^= swapped << width;
      square[i + width] ^= swapped;
    }
  }
}

}  // namespace coppice
