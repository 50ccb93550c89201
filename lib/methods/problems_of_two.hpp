// The problems of two classes that K classes make:
//
//     one-against-one     for every pair a < b the rows of both;   score_b += f, score_a -= f
//     one-against-rest    for every class a all rows, a against the others;       score_a += f
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/options.hpp"
#include "data/dataset.hpp"

namespace coppice {

/// The classes of a problem, and so the scores that its decision value counts in.
struct two_classes {
  std::int64_t added_to;
  std::int64_t taken_from;  // -1: all others, and no score of theirs

  void count(double value, double* scores) const {
    scores[added_to] += value;
    if (taken_from >= 0) scores[taken_from] -= value;
  }
};

/// In the order in which they are solved, as option "multiclass" asks for them.
std::vector<two_classes> problems_of_two(std::int64_t classes, const option_values& options);

struct problem_of_two {
  two_classes classes;
  std::vector<std::int64_t> rows;     // of the whole
  std::unique_ptr<dataset> examples;  // labelled 1 where they are of the class added to, else 0
};

problem_of_two make_problem(const dataset& examples, const two_classes& classes,
                            const progress& report);

}  // namespace coppice
