// The instruction sets that inner loops are compiled for, and which of them to use. All give the
// same results but for the rounding of dense kernels, whose multiplications are fused where they
// can be.
#pragma once

namespace coppice {

enum class instruction_set {
  portable,  // whatever the compiler takes for granted
  avx2,      // AVX2, FMA and POPCNT
  avx512     // AVX-512 F and DQ beside these
};

/// The widest that this processor has; or, where the environment variable COPPICE_INSTRUCTIONS
/// names a narrower one (portable, avx2), that one, so that every variant can be tried anywhere.
/// Read once, when the first inner loop is chosen.
instruction_set instructions() noexcept;

}  // namespace coppice
