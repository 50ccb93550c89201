// The entries of an additive kernel's matrix (additive_gram.hpp), where its rows are so few that
// they may be written down.
#pragma once

#include <cstdint>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/additive_gram.hpp"

namespace coppice {

/// Replaces the lower triangle of `to`, which has as many rows and columns as the gram has rows.
void additive_entries(const additive_gram& gram, matrix_view& to, thread_team& team,
                      const progress& report);

/// The columns of some of the rows, the same bit for bit.
[[nodiscard]] matrix additive_columns(const additive_gram& gram,
                                      const std::vector<std::int32_t>& rows, thread_team& team,
                                      const progress& report);

}  // namespace coppice
