// The rows on which a fit watches its error, and a criterion, as it goes. The outputs of every
// learner on them are kept (a bit each where they are -1 and +1), and what the scores came to at
// the last iteration, so that one more costs a product with the weights that have changed, and no
// learner is asked twice.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "data/column_reader.hpp"
#include "data/dataset.hpp"
#include "data/row_buffers.hpp"
#include "methods/task.hpp"
#include "methods/watched_scores.hpp"
#include "model/aligned_rows.hpp"
#include "model/criteria.hpp"
#include "model/ensemble.hpp"

namespace coppice {

class validation_set {
 public:
  /// Throws where the rows have no labels or not the columns of the training set, by name or by
  /// width as for prediction, or where the criterion is not defined on them. Classes are compared
  /// as text; a label that the training set does not have counts as wrong. Where numbers are
  /// learned, the rows must have as many. Rows count by their weights. With a code, stages have the
  /// values of its bits.
  validation_set(const dataset& examples, const dataset& training, task learned,
                 const criterion& watched, thread_team& team, progress& report,
                 std::shared_ptr<const output_code> code = nullptr,
                 const char* called = "the validation set");

  [[nodiscard]] const criterion& watched() const noexcept { return watched_; }

  /// Takes in the newest learner, or several.
  void add(const weak_learners& learners);
  /// Takes in all learners of an ensemble of problems of two classes.
  void add_problems(const ensemble_parts& all);

  struct measured {
    double error;  // NaN where numbers are learned
    double criterion;
  };
  /// What the learners so far, so weighted, come to: classes, and the order of decision values, are
  /// exactly those of prediction, probabilities but for rounding.
  [[nodiscard]] measured measure(const ensemble_stage& stage);
  /// The same after some more learners, which it does not keep.
  [[nodiscard]] measured measure_ahead(const std::vector<std::unique_ptr<weak_learners>>& learners,
                                       const ensemble_stage& stage);

 private:
  /// Whether the order of decision values is what is watched.
  [[nodiscard]] bool orders_rows() const {
    return watched_.of_classes && watched_.needs == COPPICE_DECISION;
  }
  [[nodiscard]] std::int64_t class_of(std::int64_t row) const;
  [[nodiscard]] std::vector<double> classes() const;
  [[nodiscard]] std::vector<double> values() const;
  [[nodiscard]] std::vector<double> decoded() const;
  /// Takes them in with one pass over the rows and a number in memory for each output.
  void add_few(const weak_learners& learners);
  void look_at_columns(const weak_learners& learner, float* column);
  void look_at_rows(const weak_learners& learners, float* columns);

  thread_team& team_;
  progress& report_;
  const criterion& watched_;
  std::shared_ptr<const output_code> code_;
  expected_rows expected_;
  aligned_rows rows_;
  column_reader reader_;
  std::unique_ptr<watched_scores> scores_;
  row_buffers buffers_;  // of the training set's width
};

}  // namespace coppice
