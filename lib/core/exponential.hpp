// e^x of many numbers. The same arithmetic for every instruction set, so the same bits, and within
// 1e-15 of the exact value, relatively; 0 below the smallest normal number, infinity above the
// largest, and NaN of NaN. The C library's function takes one number at a time: of a Gaussian
// kernel on sparse rows it would be nine tenths of the work.
#pragma once

#include <cstdint>

namespace coppice {

/// Replaces every one of `count` values x by e^(factor x).
void exponentiate(double factor, double* values, std::int64_t count);

}  // namespace coppice
