// One column of a Gram matrix: the kernel of all rows with one of them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "data/feature_matrix.hpp"
#include "kernels/kernel.hpp"

namespace coppice {

std::vector<double> kernel_column(const kernel& by, const feature_matrix& rows, std::int64_t with,
                                  const progress& report);

}  // namespace coppice
