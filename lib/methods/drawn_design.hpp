// The design of a method whose models are linear in features, or in what learners drawn from a pool
// make of them: rows x features, or rows x learners.
#pragma once

#include "learners/learner_sequence.hpp"
#include "masters/design_matrix.hpp"
#include "methods/method.hpp"
#include "methods/training_set.hpp"

namespace coppice {

/// The learners that rows are mapped by; none where the features are taken as they are. The pool
/// may settle options of its own, in `wanted`.
learner_sequence drawn_map(const training_set& training, const fit_request& request,
                           pool_specification& wanted);

/// Of the training rows by this map, or of the features of the pool's view. The request outlives
/// it.
design_matrix design_of(const learner_sequence& map, const training_set& training,
                        const fit_request& request);

}  // namespace coppice
