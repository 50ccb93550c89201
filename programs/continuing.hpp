// train --continue MODEL: more learners for a saved model. A model file has not the state of its
// fit, so that the fit runs anew, with the model's method, options and pools; its first learners
// are the model's, and the result is bit for bit that of a fit that went on.
#pragma once

#include "handles.hpp"
#include "training_arguments.hpp"

namespace program {

/// The arguments of the fit that goes on from the model. Throws a user_error where its method
/// cannot, or where they ask for another fit and not for a longer one.
training_arguments continued_from(const model& from, training_arguments arguments);

/// Throws a user_error where the first learners are not those of `from`: the data are others.
void check_continues(const model& from, const model& fitted, const training_arguments& arguments);

}  // namespace program
