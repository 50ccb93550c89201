// The rows on which a fit watches its error as it goes. The outputs of every learner on them are
// kept (a bit each where they are -1 and +1), so that an iteration costs one product with the new
// weights, and no learner is asked twice.
#pragma once

#include <cstdint>
#include <vector>

#include "data/dataset.hpp"
#include "data/row_buffers.hpp"
#include "masters/column_matrix.hpp"
#include "model/aligned_rows.hpp"
#include "model/ensemble.hpp"

namespace coppice {

class validation_set {
 public:
  /// Throws where the rows have no labels or not the columns of the training set, by name or by
  /// width as for prediction. Classes are compared as text; a label that is none of the training
  /// set's counts as wrong.
  validation_set(const dataset& examples, const dataset& training, thread_team& team,
                 progress& report);

  /// Takes in the newest learner.
  void add(const weak_learners& learner);

  /// The fraction of rows that the learners so far, so weighted, get wrong: exactly what prediction
  /// does.
  [[nodiscard]] double error(const ensemble_stage& stage) const;

 private:
  /// One score's decision values on all rows, within so much rounding of what prediction gives.
  struct decisions {
    vector weights;
    double bias = 0;
    double rounding = 0;
    std::vector<double> values;
  };
  [[nodiscard]] decisions decide(const ensemble_stage& stage, std::size_t score) const;
  [[nodiscard]] std::int64_t class_of(std::int64_t row, const std::vector<decisions>& of) const;
  void look_at_columns(const weak_learners& learner, float* column);
  void look_at_rows(const weak_learners& learner, float* column);

  progress& report_;
  aligned_rows rows_;
  column_reader reader_;
  column_matrix outputs_;
  std::vector<std::int64_t> expected_;  // class of each row; -1 for none of the training set's
  row_buffers buffers_;                 // of the training set's width
};

}  // namespace coppice
