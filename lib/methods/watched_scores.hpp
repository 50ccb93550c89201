// The scores of watched rows (validation_set.hpp), f = b + Phi w, or, with an output code, the
// values of its bits: kept from one stage of an ensemble to the next. The outputs Phi of its
// learners are kept, too, so that a stage costs a product with what has changed of w: of boosting
// that is the weight of the newest learner.
#pragma once

#include <cstdint>
#include <vector>

#include "masters/column_matrix.hpp"
#include "model/ensemble.hpp"

namespace coppice {

class watched_scores {
 public:
  watched_scores(std::int64_t rows, thread_team& team, progress& report)
      : rows_(rows), team_(team), report_(report), outputs_(rows, team, report) {}

  /// Where learners are of problems of two classes: those that come next are of these.
  void begin_problem(const two_classes& classes);
  /// Takes in the newest learners, by their outputs on all rows, one learner after the other.
  void append(const float* columns, std::int64_t learners) { outputs_.append(columns, learners); }

  /// To the weights and biases of a stage that all learners so far have a part in.
  void update(const ensemble_stage& stage);

  /// How many there are.
  [[nodiscard]] std::int64_t count() const noexcept {
    return static_cast<std::int64_t>(scores_.size());
  }
  /// Of all rows, each within so much rounding of what prediction gives.
  [[nodiscard]] const std::vector<double>& values(std::int64_t score) const {
    return scores_[score].values;
  }
  [[nodiscard]] double rounding(std::int64_t score) const { return scores_[score].rounding; }
  /// As prediction gives it.
  [[nodiscard]] double exact(std::int64_t row, std::int64_t score) const;

 private:
  struct kept_score {
    std::vector<double> values;
    double bias = 0;
    double rise = 0;  // by which the bias has changed
    double size = 0;  // the sum of all |changes| of the bias and the weights that count in it
    double rounding = 0;
  };
  /// What learners come to: those of a problem, or all of them for one score.
  struct summand {
    two_classes classes;
    std::int64_t first;  // of the learners
    vector weights;
  };
  /// By how much a summand's weights have changed.
  struct change {
    two_classes classes;
    column_matrix::weighted_columns by;
  };

  void begin(std::size_t count);
  /// A summand's weights at a stage.
  [[nodiscard]] vector weights_of(const ensemble_stage& stage, std::size_t k) const;
  /// To the scores, which begin anew or go on.
  void add_up(const std::vector<change>& changes, bool anew);

  std::int64_t rows_;
  thread_team& team_;
  progress& report_;
  column_matrix outputs_;
  bool has_problems_ = false;
  std::vector<summand> summands_;
  std::vector<kept_score> scores_;
};

}  // namespace coppice
