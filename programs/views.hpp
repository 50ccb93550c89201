// Views of the data from the command line: --view NAME=COLUMN,... or NAME=FIRST-LAST, columns of
// the file by name or by number from 1 (between two, columns that are not features are left out),
// and --view-size N, consecutive views 1, 2, .. of N features each.
#pragma once

#include <string>
#include <vector>

#include "handles.hpp"

namespace program {

/// Adds them to the dataset; `view_size` is "" where it was not given.
void add_views(const dataset& to, const std::vector<std::string>& views,
               const std::string& view_size);

}  // namespace program
