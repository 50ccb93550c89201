// The problems of two classes that K classes make (model/two_classes.hpp), and their rows.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/options.hpp"
#include "data/dataset.hpp"
#include "model/two_classes.hpp"

namespace coppice {

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
