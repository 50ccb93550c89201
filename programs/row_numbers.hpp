// Columns that number the rows, as row names, the index of a data frame and identifiers do: learned
// from, they tell nothing of other rows, or give away in which order the rows were written.
#pragma once

#include <cstdint>
#include <vector>

#include "handles.hpp"

namespace program {

/// The features of CSV whose whole numbers name rows instead of measuring them. Of a column that
/// has no name, or that of an identifier ("id", "patient_id", "Nr."), nine of ten rows have another
/// number; in any other first column they rise from every row to the next, with gaps where rows
/// have been taken out. None in data of a few rows.
std::vector<std::int64_t> numbering_features(const dataset& of);

/// Whether the labels are such numbers: they rise, or the column has no name and they all differ.
bool labels_number_rows(const dataset& of);

}  // namespace program
