// How a view, a group of functions x_1 .. x_d of a row, answers the target of kernel combination
// (masters/target_kernel.hpp): the ridge least squares fit of its centred columns X~ to every
// direction of the basis Q at once,
//
//     B = (X~'X~ + r I)^-1 X~'Q,    r = ridge tr(X~'X~) / d,    P = X~B.
//
// The fit to any target Qv is then Pv, its weights Bv, and what it adds to a kernel follows from
// small matrices: the normal matrix is factored once.
#pragma once

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"

namespace coppice {

struct view_response {
  vector means;      // of the columns
  matrix weights;    // B, columns x directions
  matrix fits;       // P, rows x directions, rows multiplied by the roots of their weights
  matrix on_target;  // Q'P
  matrix products;   // P'P
};

/// Of the columns of a view, rows x d, not all of them constant. Throws COPPICE_INVALID_DATA where
/// rows and columns are too many to factor a matrix of the fewer.
view_response respond(matrix columns, const matrix& target, const vector& roots, double ridge,
                      const progress& report);

}  // namespace coppice
