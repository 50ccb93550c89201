// The duals of kernel machines (masters/kernel_problem.hpp) that training sets are.
#pragma once

#include "masters/kernel_problem.hpp"
#include "methods/training_set.hpp"

namespace coppice {

/// The soft-margin SVM of two classes with the loss max(0, 1 - y f): targets y_i, and beta_i
/// between 0 and y_i C c_i.
kernel_problem problem_of_classes(const training_set& training, double C, double tolerance,
                                  thread_team& team, const progress& report);

/// Support vector regression: the loss max(0, |y - f| - epsilon) of the numbers of one output. A
/// row is two of the problem, at i and rows + i, as f may lie below the tube or above it:
///
///     targets y_i - epsilon and y_i + epsilon,    0 <= beta_i <= C c_i,   -C c_i <= beta_{rows+i}
///     <= 0.
///
/// The solvers know what is near by targets of -1 and 1: numbers are moved and divided to be as
/// large, and a solution is taken back.
struct regression_problem {
  kernel_problem of_pairs;
  double centre = 0;
  double scale = 1;

  /// Of the rows as they were given: one coefficient each.
  [[nodiscard]] kernel_solution restored(kernel_solution solved) const;
};
regression_problem problem_of_numbers(const training_set& training, std::int64_t output, double C,
                                      double epsilon, double tolerance);

/// The rows of such a problem: all, and all again.
feature_matrix rows_twice(const feature_matrix& rows);

/// The one-class SVM (Scholkopf et al., "Estimating the support of a high-dimensional
/// distribution", 2001): of weights c_i that sum up to 1 it is min 1/2 alpha'K alpha with 0 <=
/// alpha_i <= c_i / nu and a sum of 1. From the mean of all rows, alpha = c + beta, it is a problem
/// with
///
///     targets -(K c)_i,    -c_i <= beta_i <= c_i / nu - c_i,
///
/// which are moved and divided as numbers are.
struct one_class_problem {
  kernel_problem from_mean;
  std::vector<double> mean;  // c
  double centre = 0;
  double scale = 1;

  /// That of alpha. Objectives stay those of beta: how much the mean of all rows is bettered.
  [[nodiscard]] kernel_solution restored(kernel_solution solved) const;
};
one_class_problem problem_of_one_class(std::vector<double> mean, const std::vector<double>& sums,
                                       double nu, double tolerance);

}  // namespace coppice
