// The learners of one iteration of column generation, chosen together. The pool offers more of them
// than are wanted, by merit, and the master says which of these lower its objective most as a whole
// (master::best_together): merits alone would choose learners that resemble one another.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "learners/weak_learners.hpp"
#include "masters/column_matrix.hpp"
#include "masters/master.hpp"
#include "pools/pool.hpp"

namespace coppice {

/// How many are wanted, and the least merit that is of any use.
struct comparison {
  std::int64_t wanted;
  double least_merit;
};

class compared_learners {
 public:
  /// Whether learners of the pool can be compared by the master.
  static bool are_possible(const pool& from, const master& solved) {
    return solved.compares() && from.readmits();
  }

  /// Of the last pricing, whose best learner is `best`: it is the first of those compared. Those
  /// that are chosen are excluded from the pool.
  compared_learners(pool& from, const pricing& best, const comparison& wanted, master& solved,
                    std::int64_t rows, thread_team& team, const progress& report);

  /// Those that were chosen: at least one, and at most as many as were wanted.
  [[nodiscard]] std::int64_t count() const noexcept {
    return static_cast<std::int64_t>(chosen_.size());
  }

  /// Gives away number k of them, and writes its outputs on the training rows.
  std::unique_ptr<weak_learners> take(std::int64_t k, std::vector<float>& outputs);

 private:
  std::vector<std::unique_ptr<weak_learners>> offered_;
  column_matrix outputs_;
  std::vector<std::int64_t> chosen_;  // of those offered, the best first
};

}  // namespace coppice
