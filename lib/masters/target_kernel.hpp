// The target of kernel combination for classes, and for several labels a row (Lechervy, Gosselin &
// Precioso, section 2): QQ', where Q, rows x q, is an orthonormal basis of the columns of HL. L has
// -1 or +1 for every row and label, H centres by the weighted means, and with weights c_i row i of
// HL is multiplied by sqrt(c_i), so that a row of weight k counts as k copies of it.
//
// Q is found by column-pivoted QR, which skips a column that others combine to, wherever it stands:
// with one label a row every set of K labels has such a column, and q = K - 1.
#pragma once

#include <cstdint>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"

namespace coppice {

struct target_kernel {
  matrix basis;                           // Q
  matrix coordinates;                     // q x labels: HL = Q times these
  std::vector<std::int64_t> independent;  // the labels that Q was made of, in the order of pivots

  [[nodiscard]] std::int64_t directions() const { return basis.cols(); }
};

/// Replaces the columns by what is left of them after their weighted means are subtracted, rows
/// multiplied by `roots`, the square roots of the weights. Gives the means.
vector centre_columns(matrix& columns, const vector& roots, thread_team& team,
                      const progress& report);

/// Of `labels`, rows x labels.
target_kernel make_target_kernel(matrix labels, const vector& roots, thread_team& team,
                                 const progress& report);

}  // namespace coppice
