// Rows as points of precomputed kernels (precomputed.cpp).
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "data/feature_matrix.hpp"
#include "kernels/feature_extent.hpp"

namespace coppice {

/// The feature that is the kernel with a row: the same in all subsets of a dataset.
std::int64_t column_of(const feature_extent& extent, const feature_matrix& rows, std::int64_t row);

/// The rows with 1 and 0 in place of the kernel's values in these matrices.
feature_matrix as_columns(const feature_matrix& rows,
                          const std::vector<const feature_extent*>& matrices,
                          const progress& report);

}  // namespace coppice
