// The range of features, [L_d, R_d], as the options "lower" and "upper" of the kernels that embody
// stumps: thresholds are taken from it. Training shows it unless they name it, and the rows of
// prediction may lie where no row of training does.
#pragma once

#include "core/options.hpp"
#include "kernels/feature_extent.hpp"

namespace coppice {

option lower_option();
option upper_option();

/// Widens the range of every feature to what the options name. Throws COPPICE_INVALID_DATA where
/// training has a value outside, and COPPICE_INVALID_ARGUMENT where lower is above upper.
void widen_range(const option_values& options, feature_extent& extent);

}  // namespace coppice
