// The outputs of a weak learner on the rows of a dataset.
#pragma once

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/dataset.hpp"
#include "learners/weak_learners.hpp"

namespace coppice {

/// out[i] = h(x_i), of one learner h on every row, on the threads of the team (on the calling
/// thread alone where the caller's code computes them).
void compute_outputs(const weak_learners& h, const dataset& examples, thread_team& team,
                     const progress& report, float* out);

}  // namespace coppice
