// K classes by a method of two: the problems of two classes that they make (problems_of_two.hpp),
// each solved by itself, and the ensembles of these put together into one of K scores. Any method
// with the option `multiclass` learns so what its own tasks do not have.
//
// The objective is the sum over the problems, and so are the bounds. All problems are taken to have
// as many learners as were asked for: where one ended earlier, it stays as it was. With a
// validation set the model is that of the number with the best criterion.
#pragma once

#include <memory>

#include "methods/method.hpp"

namespace coppice {

/// A fit by the method itself, or, of more classes than it takes, by its problems.
std::unique_ptr<model> fit_by(const method& by, const fit_request& request);

}  // namespace coppice
