// The dual of kernel machines (kernel_problem.hpp) on the rows that take part, those of a
// gram_rows' columns, while all others keep their coefficients. By working sets (Joachims, "Making
// large-scale SVM learning practical", 1999): of the rows that violate the optimality conditions
// most, whose matrix is at hand, the problem is solved by pair_descent, all others held; then the
// sums of all that take part follow. Rows of K are asked for many at once, which is what makes them
// cheap. The sum of beta never changes.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "core/unset_vector.hpp"
#include "masters/gram_rows.hpp"
#include "masters/kernel_problem.hpp"

namespace coppice {

/// Where the method stands, of the rows that take part.
struct working_point {
  std::vector<double> beta;
  std::vector<double> sums;   // K beta, of the coefficients of all rows
  double dual_objective = 0;  // of all rows
  // What measuring it says:
  double bias = 0;
  double gap = 0;        // of both objectives, so far as it is these rows'
  double violation = 0;  // of the optimality conditions: by how much two slopes differ

  /// Relative to the primal objective.
  [[nodiscard]] double relative_gap() const {
    return coppice::relative_gap(dual_objective + gap, dual_objective);
  }
};

/// Whether a row rests: it is at a bound, where its decision value holds it by more than
/// `distance`. z is its target less its decision value.
inline bool rests(const kernel_problem& problem, std::size_t row, double beta, double z,
                  double distance) {
  return (beta <= problem.low[row] && z < -distance) || (beta >= problem.high[row] && z > distance);
}

enum class working_end {
  tolerance,  // the gap of the rows that take part is that of the problem
  rounding,   // which allows no more
  effort,     // as much was made as may be
  resting     // half of the rows rest, and memory is short
};

/// What the method does until it ends: iterations, and steps of pairs within their working sets.
struct working_effort {
  std::int64_t iterations = 0;
  std::int64_t pair_steps = 0;
};

constexpr working_effort unlimited_effort{std::numeric_limits<std::int64_t>::max(),
                                          std::numeric_limits<std::int64_t>::max()};

class working_sets {
 public:
  /// `told` hears of every iteration. All outlive this object.
  working_sets(gram_rows& gram, thread_team& team, const progress& report,
               const std::function<void(const working_point&)>& told)
      : gram_(gram), team_(team), report_(report), told_(told) {}

  /// From `at`, which belongs together at every moment, in an interruption too; the problem is that
  /// of the rows that take part. It ends after an effort of `most` in all.
  working_end improve(const kernel_problem& problem, working_point& at, const working_effort& most);

  [[nodiscard]] bool was_indefinite() const noexcept { return was_indefinite_; }

 private:
  struct candidate {
    double steepness;
    std::int64_t at;  // among the rows that take part
  };
  [[nodiscard]] std::int64_t rows() const { return static_cast<std::int64_t>(at_->beta.size()); }
  [[nodiscard]] bool may_rise(std::int64_t i) const { return at_->beta[i] < problem_->high[i]; }
  [[nodiscard]] bool may_fall(std::int64_t i) const { return at_->beta[i] > problem_->low[i]; }
  [[nodiscard]] double slope(std::int64_t i) const { return problem_->targets[i] - at_->sums[i]; }
  void measure();
  [[nodiscard]] bool is_solved_if_separated();
  [[nodiscard]] bool half_rest() const;
  [[nodiscard]] std::vector<std::int64_t> choose();
  [[nodiscard]] std::vector<std::int64_t> extremes(bool rising, std::int64_t count);
  [[nodiscard]] bool work_on(const std::vector<std::int64_t>& set);
  [[nodiscard]] matrix_view matrix_of(const std::vector<std::int64_t>& set,
                                      const std::vector<gram_row>& rows);
  void add_rows(const std::vector<gram_row>& rows, const std::vector<double>& change);

  gram_rows& gram_;
  thread_team& team_;
  const progress& report_;
  const std::function<void(const working_point&)>& told_;
  const kernel_problem* problem_ = nullptr;
  working_point* at_ = nullptr;
  double steepest_rise_ = 0;
  double steepest_fall_ = 0;
  working_effort made_;
  std::vector<std::int64_t> last_;      // the last working set
  std::vector<std::int64_t> entered_;   // when a row was last taken into one
  unset_vector<candidate> candidates_;  // kept for their memory, as is
  matrix_room room_;                    // that of the working set's matrix
  std::int64_t clock_ = 0;
  bool was_indefinite_ = false;
};

}  // namespace coppice
