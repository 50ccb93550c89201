// The functions F_d of one feature each that learners made of steps (learners/steps.hpp) add up to,
// as tables: the values of all scores between one step and the next. Unlike shape_function
// (shape_functions.hpp), which has the points of one feature, these are all of them, found by two
// passes over the learners, and take memory for each place where there are steps, not for each
// learner: what a row's feature contributes is one search away, however many learners there are.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "model/ensemble.hpp"

namespace coppice {

class shape_table {
 public:
  explicit shape_table(std::int64_t feature) : feature_(feature) {}

  [[nodiscard]] std::int64_t feature() const noexcept { return feature_; }

  /// Takes in where h has steps; false where some are of numbers and others of levels.
  bool add_places(const step_function& h);
  /// After the last of them.
  void close_places(std::int64_t scores);
  /// Adds h to a score.
  void add(const step_function& h, std::int64_t score, double weight);
  /// After the last of them.
  void close();

  /// Of numbers those between two steps; of levels the first of all levels without a step, and one
  /// each of the others; in the end that of missing values.
  [[nodiscard]] std::int64_t cells() const noexcept {
    return static_cast<std::int64_t>(places_.size()) + 2;
  }
  [[nodiscard]] std::int64_t cell_of(double x) const;
  /// That of a score over rows, of which each cell has so much weight.
  [[nodiscard]] double variance(std::int64_t score, const double* weights) const;

 private:
  std::int64_t feature_;
  std::int64_t scores_ = 0;
  bool of_levels_ = false;
  std::vector<double> places_;  // of the steps, ascending
  std::vector<double> values_;  // cells x scores; until they are closed what each step rises by
};

/// Of the features that some learner looks at alone, ascending, but for those of which one such
/// learner is not made of steps.
std::vector<shape_table> shape_tables(const ensemble_parts& of, const progress& report);

}  // namespace coppice
