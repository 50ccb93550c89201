// The transpose of a matrix: feature after feature the values that are not 0, missing ones among
// them, with their rows ascending.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "core/unset_vector.hpp"
#include "data/feature_matrix.hpp"

namespace coppice {

/// Feature d has the entries starts[d] .. starts[d + 1] - 1. A row's number is an std::int64_t or,
/// where there are no more rows than it numbers, an std::int32_t, which takes a quarter less
/// memory.
template <class Row>
struct column_lists {
  std::vector<std::int64_t> starts{0};
  unset_vector<Row> rows;
  unset_vector<double> values;
};

/// Polls `report`; by the threads of a team where one is given.
template <class Row>
[[nodiscard]] column_lists<Row> lists_of_columns(const feature_matrix& matrix,
                                                 const progress& report, thread_team* team);

}  // namespace coppice
