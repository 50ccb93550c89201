// A weak learner that looks at one feature and is constant between steps:
//
//     h(x) = base + sum of the rises of the steps that x has taken,
//
// where a number x has taken the steps with at < x, and a level the one step at its code. A missing
// value takes no steps: it has an output of its own.
#pragma once

#include <vector>

namespace coppice {

struct step {
  double at;
  double rise;
};

struct step_function {
  double base;
  double missing;
  std::vector<step> steps;
  bool of_levels = false;
};

}  // namespace coppice
