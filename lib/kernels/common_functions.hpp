// Functions of sums that several kernels are.
#pragma once

#include "kernels/kernel.hpp"

namespace coppice {

/// constant - sum_d |x_d - z_d|.
pair_function constant_less_distance(double constant);

/// exp(-gamma sum).
pair_function falling_exponential(pair_term term, double gamma);

}  // namespace coppice
