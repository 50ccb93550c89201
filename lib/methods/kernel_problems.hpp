// The duals of kernel machines (masters/kernel_problem.hpp) that training sets are.
#pragma once

#include "masters/kernel_problem.hpp"
#include "methods/training_set.hpp"

namespace coppice {

/// The soft-margin SVM of two classes with the loss max(0, 1 - y f): targets y_i, and beta_i
/// between 0 and y_i C c_i.
kernel_problem problem_of_classes(const training_set& training, double C, double tolerance);

}  // namespace coppice
