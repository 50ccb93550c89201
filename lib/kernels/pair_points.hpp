// Rows that are compared feature by feature (pair_sums.hpp): dense, or without their zeros where
// these are many, whichever form the rows came in, so that equal rows give equal sums.
#pragma once

#include <memory>

#include "kernels/kernel.hpp"

namespace coppice {

/// `function` belongs to the kernel, which outlives the points.
std::unique_ptr<kernel_points> make_pair_points(const feature_matrix& rows,
                                                std::shared_ptr<const feature_extent> extent,
                                                const pair_function& function,
                                                const progress& report);

}  // namespace coppice
