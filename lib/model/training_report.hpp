// The account of a training: what a model tells about how it came about.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/document.hpp"
#include "data/class_labels.hpp"
#include "data/feature_levels.hpp"
#include "data/name_list.hpp"
#include "data/table_columns.hpp"
#include "model/learning_curve.hpp"

namespace coppice {

/// What only some methods have to tell of a training: numbers with a name, which is a quantity of
/// the model and stands in its file.
struct finding {
  std::string name;
  std::vector<double> numbers;
  bool is_list = false;  // else there is one number
};

struct training_report {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

  std::string method;
  document options = document::object_type();  // of the method; the pool's under "pool"
  std::vector<std::string> pools;              // what learners were drawn from, as text
  class_labels classes;                        // none for a model of numbers
  std::int64_t outputs = 0;                    // numbers a row, of a model of numbers
  std::int64_t features = 0;
  name_list names;        // none, or one a feature
  feature_levels levels;  // of the features that are categories
  table_columns table;    // that they were read from
  std::int64_t rows = 0;  // those with a positive weight
  std::int64_t iterations = 0;
  std::int64_t best_iteration = 0;  // the one whose weights the model has
  double objective = unknown;
  double dual_objective = unknown;
  double optimum = unknown;  // the least objective over all learners of the pool, where asked for
  std::string gap_scope;     // "pool", "restricted", or "" where there is no gap
  double train_error = unknown;
  double fit_seconds = unknown;
  std::string stop_reason;
  std::vector<std::string> warnings;
  std::vector<finding> findings;
  learning_curve curve;

  void find(std::string name, double number) { findings.push_back({std::move(name), {number}}); }
  void find(std::string name, std::vector<double> numbers) {
    findings.push_back({std::move(name), std::move(numbers), true});
  }

  /// Decision values a row: one for two classes, one a class for more, one for each number.
  [[nodiscard]] std::int64_t scores() const noexcept {
    if (classes.size() == 0) return outputs;
    return classes.size() == 2 ? 1 : classes.size();
  }

  [[nodiscard]] double gap() const { return relative_gap(objective, dual_objective); }

  /// How far the learners chosen are from the optimum over all of the pool, (P_J - P*) / P*.
  [[nodiscard]] double price_of_sparsity() const {
    return optimum > 0 ? (objective - optimum) / optimum : unknown;
  }

  /// Of the objective. A bound that lies above it by no more than rounding leaves no gap; one that
  /// is larger than that is wrong, and shows.
  static double relative_gap(double objective, double dual_objective) {
    constexpr double rounding = 1e-12;
    const double gap = (objective - dual_objective) /
                       std::max(std::abs(objective), std::numeric_limits<double>::min());
    return gap < 0 && gap >= -rounding ? 0 : gap;
  }
};

}  // namespace coppice
