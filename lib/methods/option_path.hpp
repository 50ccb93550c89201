// A path: an option, a number, of which one fit gives the criterion at many values for the price of
// one. A fit with 500 learners, for instance, passes every smaller number of learners on its way.
// Cross-validation follows a method's path once a fold, where it fits every other value of the grid
// by itself.
#pragma once

#include <vector>

#include "core/progress.hpp"
#include "data/dataset.hpp"
#include "model/criteria.hpp"

namespace coppice {

class common_gram;
struct solver_settings;

/// The criterion of a fit with this value of the path's option, on the rows held out.
struct path_point {
  double value;
  double criterion;
};

struct path_request {
  const solver_settings& settings;
  const dataset& training;
  const dataset& held_out;
  const criterion& by;  // which the settings name too
  /// The values to look at, ascending; empty for those that the method finds worth it by its
  /// options as they are.
  const std::vector<double>& values;
  const progress& whole;  // of which this is a part
  common_gram* common;    // of all parts; null for none
};

/// A method's path, in its row.
struct option_path {
  const char* option = nullptr;  // of the method's options; null for a method that follows none
  /// One point at least, by ascending values. What lies between two points is as good as the
  /// smaller of them, so that values listed need not have points of their own; what lies below the
  /// first is not known, and the first is at most the largest value listed.
  std::vector<path_point> (*follow)(const path_request& request) = nullptr;
};

/// A method without a path may measure many fits for the price of few in another way. The values of
/// this option, a number, are points of the grid like those of any other option, but a fold's are
/// measured together: the solution of one value starts the next.
struct shared_option {
  const char* option = nullptr;  // null for a method that has none
  /// The criterion for each of the values listed, or for the option as it is where none is.
  std::vector<double> (*measure)(const path_request& request) = nullptr;
};

/// The path of methods that add up learners and write a learning curve: the option is "learners",
/// and all numbers up to it are worth a look.
option_path path_of_learners();

}  // namespace coppice
