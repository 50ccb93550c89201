// The sum over numbers that lie side by side of
//
//     clip(u_i - tau, low_i, high_i).
//
// Which numbers are clipped is as good as random to the processor, so that there is no branch. The
// loop is written once, with the compiler's vector types, and compiled for vectors of 2, 4 and 8
// doubles; the widest that the processor has are taken. (Those of 8 take a quarter of the time that
// branches took.) The order of all additions is the same for every width, and so are the results,
// bit for bit.
#pragma once

#include <cstdint>

namespace coppice {

struct clipped_sum {
  double sum = 0;
  double magnitude = 0;  // the sum of absolute values
  double between = 0;    // how many of the numbers are not clipped
};

using clipped_sum_function = clipped_sum (*)(const double* u, const double* low, const double* high,
                                             double tau, std::int64_t size);

/// That for this processor.
clipped_sum_function clipped_sum_here();

}  // namespace coppice
