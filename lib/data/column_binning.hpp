// Making the bins of one column: which rows have which of its distinct values, found by sorting
// them, by a table where they are bytes, or taken from the bins of a whole; and which values share
// a bin where bins are limited.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "data/binned_columns.hpp"
#include "data/column_reader.hpp"
#include "data/feature_matrix.hpp"

namespace coppice {

/// The bins of a feature that has these values in so many rows. Fewer than two where it is
/// constant.
binned_column bin_column(const column_entries& values, std::int64_t rows, std::int64_t feature,
                         bool categorical, const bin_limit& limit, const progress& report);
binned_column bin_column(const column_bytes& values, std::int64_t rows, std::int64_t feature,
                         bool categorical, const bin_limit& limit, const progress& report);

/// The same for `values` alone, whose row i is row rows[i] of a whole with these exact bins.
binned_column bin_column_of_subset(const binned_column& whole, std::int64_t rows_of_whole,
                                   const feature_matrix& values,
                                   const std::vector<std::int64_t>& rows, const bin_limit& limit,
                                   const progress& report);

}  // namespace coppice
