// The options of Pegasos (masters/scaled_weights.hpp) that the methods made of it share.
#pragma once

#include "core/options.hpp"
#include "masters/scaled_weights.hpp"

namespace coppice {

/// `name` and `range`, which says 1e-12 to 1e12, are static text.
option lambda_option(const char* name, const char* range, const char* help);
option rate_floor_option();

/// The rate with the regulariser of this option and the floor of option "rate_floor". Throws
/// COPPICE_INVALID_OPTION where the floor is not below 1 / lambda, so that a step would forget all
/// before it.
pegasos_rate rate_of(const option_values& options, const char* lambda);

}  // namespace coppice
