// Columns that count the rows, as row numbers and the index of a data frame do: learned from, they
// tell nothing of other rows, or give away in which order the rows were written.
#pragma once

#include <cstdint>
#include <vector>

#include "handles.hpp"

namespace program {

/// The features of numbers whose value is 1 more in every row than in the one before; none in data
/// of a few rows.
std::vector<std::int64_t> counting_features(const dataset& of);

/// Whether the labels are numbers that count so.
bool labels_count(const dataset& of);

}  // namespace program
