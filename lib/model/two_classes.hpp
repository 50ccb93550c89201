// K classes learned by problems of two: which classes a problem is of, and so the scores that its
// decision value f counts in:
//
//     one-against-one     for every pair a < b the rows of both;   score_b += f, score_a -= f
//     one-against-rest    for every class a all rows, a against the others;       score_a += f
#pragma once

#include <cstdint>
#include <vector>

#include "core/document.hpp"

namespace coppice {

struct two_classes {
  std::int64_t added_to;
  std::int64_t taken_from;  // -1: all others, and no score of theirs

  /// How many scores f counts in.
  [[nodiscard]] std::int64_t scores() const noexcept { return taken_from >= 0 ? 2 : 1; }

  void count(double f, double* scores) const {
    scores[added_to] += f;
    if (taken_from >= 0) scores[taken_from] -= f;
  }
};

/// Which of an ensemble's learners are a problem's: so many parts of the sequence that they are in,
/// behind those of the problem before.
struct learners_of_problem {
  two_classes classes;
  std::int64_t parts;
};

/// What stands in model files as "problems".
document save_problems(const std::vector<learners_of_problem>& problems);

/// Throws COPPICE_MODEL_ERROR where they are not of so many scores, or have more or fewer parts
/// than there are.
std::vector<learners_of_problem> load_problems(const document& saved, std::int64_t scores,
                                               std::size_t parts);

}  // namespace coppice
