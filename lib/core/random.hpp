// The library's own random numbers: xoshiro256** (Blackman & Vigna), seeded by splitmix64. The
// same seed gives the same numbers on every machine; nothing here is shared or global.
#pragma once

#include <array>
#include <cstdint>

namespace coppice {

/// Word k of the sequence that splitmix64 makes of a seed: the seed of stream k, for work that is
/// drawn in pieces, on any thread.
inline std::uint64_t stream_seed(std::uint64_t seed, std::uint64_t k) {
  std::uint64_t z = seed + (k + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

class random_numbers {
 public:
  explicit random_numbers(std::uint64_t seed) {
    for (std::uint64_t k = 0; k < state_.size(); ++k) state_[k] = stream_seed(seed, k);
  }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// Uniform on [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// Normal with mean 0 and variance 1.
  double normal();

  /// Uniform on 0 .. bound - 1; bound > 0. Draws again where a remainder would favour some values.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t reject = -bound % bound;
    std::uint64_t value = next();
    while (value < reject) value = next();
    return value % bound;
  }

 private:
  static std::uint64_t rotate(std::uint64_t value, int by) {
    return (value << by) | (value >> (64 - by));
  }
  std::array<std::uint64_t, 4> state_{};
  double spare_ = 0;  // normal() makes two numbers at a time
  bool has_spare_ = false;
};

}  // namespace coppice
