// A vertex of a piecewise linear function of w that bends where a row's margin is 1 and where a
// weight is 0 (dual_simplex.hpp): its k weights that are not 0, and as many rows whose margin is 1.
// Their k x k matrix B of outputs times labels says what the weights are, B w = 1, and what the
// rows' duals are. Its inverse is changed with it.
//
// From one vertex to the next one kink is left and another is met. A change takes O(k^2); rounding
// accumulates in the inverse, which is to be computed anew now and then.
#pragma once

#include <cstdint>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"

namespace coppice {

/// Where the function bends: where row `index` has the margin 1, or learner `index` the weight 0.
struct simplex_kink {
  bool is_row = false;
  std::int64_t index = -1;
  [[nodiscard]] bool exists() const noexcept { return index >= 0; }
};

class simplex_basis {
 public:
  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(rows_.size());
  }
  [[nodiscard]] std::int64_t row(std::int64_t p) const { return rows_[p]; }
  [[nodiscard]] std::int64_t learner(std::int64_t q) const { return learners_[q]; }
  /// -1 or +1: the sign of the learner's weight.
  [[nodiscard]] double side(std::int64_t q) const { return sides_[q]; }
  void set_side(std::int64_t q, double side) { sides_[q] = side; }
  /// The weight of learner j has the other sign now.
  void turn(std::int64_t j);
  /// Of row p: the outputs of all learners, times its label.
  [[nodiscard]] const std::vector<double>& outputs(std::int64_t p) const { return outputs_[p]; }
  [[nodiscard]] bool has_learner(std::int64_t j) const { return is_in_[j]; }

  /// The outputs of learner j on the rows.
  [[nodiscard]] vector outputs_of(std::int64_t j) const;

  [[nodiscard]] const matrix& inverse() const noexcept { return inverse_; }

  /// No weights and no rows.
  void clear();

  /// There is one learner more, of these outputs on the rows, times their labels.
  void add_learner(const vector& outputs);

  /// Leaves one kink and meets another: a learner that leaves its 0 gets a weight of that side, and
  /// a row that is met has those outputs, times its label.
  void exchange(const simplex_kink& left, double side, const simplex_kink& met,
                std::vector<double> outputs);

  /// Computes the inverse anew, in O(k^3). Of a singular matrix some of its numbers are not finite.
  void invert(const progress& report);

  /// w with B w = b, by the inverse, once refined.
  [[nodiscard]] vector solve(const vector& b) const;

  /// B w - b.
  [[nodiscard]] vector excess(const vector& w, const vector& b) const;

 private:
  [[nodiscard]] std::int64_t place_of(const simplex_kink& kink) const;
  void replace_row(std::int64_t p, std::int64_t row, std::vector<double> outputs);
  void replace_learner(std::int64_t q, std::int64_t learner, double side);
  void grow(std::int64_t learner, double side, std::int64_t row, std::vector<double> outputs);
  void shrink(std::int64_t p, std::int64_t q);

  std::vector<std::int64_t> rows_;
  std::vector<std::int64_t> learners_;
  std::vector<double> sides_;
  std::vector<std::vector<double>> outputs_;
  std::vector<bool> is_in_;  // of all learners
  matrix inverse_;           // learners x rows
};

}  // namespace coppice
