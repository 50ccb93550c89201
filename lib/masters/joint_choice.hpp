// Which of several columns to add to those that are fitted, together. Let a quadratic model of the
// objective have the matrix H over the weights of the fitted columns, whose optimum is known, and
// over those of the offered ones, with the slopes s. Once the fitted weights follow, the offered
// ones have
//
//     S = H_oo - H_of inv(H_ff) H_fo,        and column k alone lowers the model by s_k^2 / 2 S_kk.
//
// The best one is chosen, S and s are corrected for its weight, which from then on follows too, and
// so on: orthogonal matching pursuit (Pati, Rezaiifar & Krishnaprasad, Asilomar 1993) in the metric
// of the loss. A column that resembles a chosen or fitted one has little left to gain, which its
// slope alone does not tell.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/column_matrix.hpp"

namespace coppice {

/// H is the identity and Z' K Z, Z being rows of the columns and of ones for the bias, and K their
/// curvatures.
struct choice_model {
  const row_indices& rows;
  const row_values& curvatures;  // of those rows, > 0
  const std::vector<double>& residual;
  bool has_bias;
  double bias_curvature;  // beyond that of the rows
};

/// At most `most` of the offered columns, all of signs as the fitted ones are, the best first; none
/// where H is not positive definite to working precision. The fitted columns are as before when it
/// is done, also when it is interrupted. `room` serves no other purpose.
std::vector<std::int64_t> choose_jointly(column_matrix& fitted, const column_matrix& offered,
                                         const choice_model& by, std::int64_t most,
                                         design::gram_room& room, thread_team& team,
                                         const progress& report);

}  // namespace coppice
