// Evaluation: a model's predictions of rows whose targets are known, held against them. Rows count
// by the dataset's weights. Decision values are predicted once, when it is made; classes,
// probabilities and all criteria follow from them. It needs neither the model nor the dataset any
// longer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/progress.hpp"
#include "data/dataset.hpp"
#include "model/criteria.hpp"
#include "model/model.hpp"
#include "model/sigmoid.hpp"

namespace coppice {

/// The labels of a dataset, which messages call `who`, by the classes that a model knows; labels
/// are compared as text. Throws where the rows have none.
expected_rows expected_classes(const dataset& examples, const class_labels& known, const char* who);

/// What a model that knows these classes, or none and predicts `outputs` numbers, should predict of
/// the rows. Throws where they have neither labels nor so many numbers.
expected_rows expected_of(const dataset& examples, const class_labels& known, std::int64_t outputs,
                          const char* who);

/// A criterion from decision values, row after row; of classes calibrated, or without sigmoids not.
/// It must be defined for these rows, and one of probabilities needs sigmoids.
double criterion_of(const criterion& which, const expected_rows& expected,
                    const std::vector<double>& decisions, const std::vector<sigmoid>& sigmoids,
                    const progress& report);

class evaluation {
 public:
  /// Throws where the rows do not have what the model predicts, labels or numbers.
  evaluation(const model& of, const dataset& examples, std::int64_t threads);

  /// Throws COPPICE_UNAVAILABLE where the criterion is not defined for the model on these rows.
  [[nodiscard]] double value(const criterion& which) const;

  /// As confusion() in criteria.hpp; throws COPPICE_UNAVAILABLE where numbers are predicted.
  [[nodiscard]] std::vector<double> confusion_matrix() const;

 private:
  expected_rows expected_;
  std::vector<sigmoid> sigmoids_;  // the model's
  std::vector<double> decisions_;
};

}  // namespace coppice
