// The shape functions of a model that is a sum of functions of one feature each, as JSON and as
// text for people.
#pragma once

#include <string>

#include "model_report.hpp"

namespace program {

/// "intercept" and "shapes": for each feature that learners look at its points in ascending order,
/// {x, value}, or for a category {level, value}, and what missing values have. A value is an array
/// where there are several decision values. A model of another kind is a user_error, which begins
/// with `where`.
json shapes_of(const model& from, const std::string& where);

/// One table a feature: up to where, and the value.
std::string described_shapes(const model& from, const json& document);

}  // namespace program
