// How well candidates h_c(x) = g(z_c . x - kappa_c), g = sign or cos, correlate with residuals:
//
//     scores[s, c] += sum_i u_is h_c(x_i)    for the sixteen candidates of a block, side by side.
//
// In floats, since only the choice of a candidate hangs on it: what is chosen is computed again by
// the learner itself. The arguments of cos are in revolutions, cos(2 pi t). The cosine is within
// 4e-6 of the true one at the t it is given; a float keeps t to |t| 6e-8 revolutions.
#pragma once

#include <cstdint>

#include "learners/projection_shape.hpp"

namespace coppice {

constexpr std::int64_t candidates_a_block = 16;

/// z is features x 16, kappa 16, `rows` count x features, u count x residuals, scores
/// residuals x 16.
using score_function = void (*)(const float* z, const float* kappa, const float* rows,
                                const float* u, std::int64_t count, std::int64_t features,
                                std::int64_t residuals, double* scores);

/// The fastest that this processor runs.
score_function score_candidates(projection_shape shape);

}  // namespace coppice
