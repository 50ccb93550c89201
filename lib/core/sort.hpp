// Sorting columns of a feature: by radix, which beats comparison on long columns, skips digits that
// all values share (pixels and counts have few others), and can be polled as it goes.
#pragma once

#include <vector>

#include "core/progress.hpp"

namespace coppice {

/// Sorts finite values in ascending order.
void sort(std::vector<double>& values, const progress& report);

}  // namespace coppice
