// The inverse width of kernels that fall with the distance of rows, the option "gamma" of theirs.
// 0 asks for 1 / (features x mean scatter), for which the mean distance of two rows is about 1 or 2
// whatever the unit of the features and however many there are.
#pragma once

#include <cstdint>

#include "core/options.hpp"

namespace coppice {

constexpr const char* scatter_of_distances =
    "inverse width; 0 takes 1 / (features x mean absolute deviation)";
constexpr const char* scatter_of_squares =
    "inverse squared width; 0 takes 1 / (features x mean variance)";

/// `help` is one of the two above.
option gamma_option(const char* help);

/// The option's value; where it is 0, what it asks for, which is written into the options. Throws
/// COPPICE_INVALID_DATA where the scatter gives none.
double settled_gamma(option_values& options, std::int64_t features, double scatter);

}  // namespace coppice
