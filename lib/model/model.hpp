// What every model can do. A model is immutable; all its functions may run on many threads at once.
//
// A family says how a row is decided; what follows from decision values, a class and probabilities,
// is here, once for a row and for a block of rows.
#pragma once

#include <cstdint>
#include <vector>

#include <coppice/coppice.h>

#include "core/document.hpp"
#include "core/lazy.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/dataset.hpp"
#include "data/missing_values.hpp"
#include "data/row_block.hpp"
#include "model/quantities.hpp"
#include "model/sigmoid.hpp"
#include "model/training_report.hpp"

namespace coppice {

class model {
 public:
  explicit model(training_report report) : report_(std::move(report)) {}
  virtual ~model() = default;
  model(const model&) = delete;
  model& operator=(const model&) = delete;

  [[nodiscard]] const training_report& report() const noexcept { return report_; }
  [[nodiscard]] training_report& report() noexcept { return report_; }  // while it is being made
  [[nodiscard]] std::int64_t features() const noexcept { return report_.features; }
  [[nodiscard]] const name_list& names() const noexcept { return report_.names; }
  [[nodiscard]] const feature_levels& levels() const noexcept { return report_.levels; }
  [[nodiscard]] const table_columns& table() const noexcept { return report_.table; }
  /// Empty where the model predicts numbers.
  [[nodiscard]] const class_labels& classes() const noexcept { return report_.classes; }

  /// One sigmoid a score where the model is calibrated, else empty.
  [[nodiscard]] const std::vector<sigmoid>& sigmoids() const noexcept { return sigmoids_; }
  [[nodiscard]] bool calibrated() const noexcept { return !sigmoids_.empty(); }
  void calibrate(std::vector<sigmoid> by) { sigmoids_ = std::move(by); }  // while it is being made

  /// Numbers a row that `output` has; throws COPPICE_UNAVAILABLE where the model cannot give it.
  [[nodiscard]] std::int64_t width(coppice_output output) const;

  /// The features whose values may not be missing in a row to be predicted.
  [[nodiscard]] const needed_features& needed() const {
    return needed_.get([this] { return find_needed(); });
  }

  /// Predicts one row of features() values, none of them infinite and none of the needed ones
  /// missing, into width(output) numbers, which exist.
  void predict_row(coppice_output output, const double* x, double* out) const;

  /// The same for every row of a block, row after row, with the same bits.
  void predict_rows(coppice_output output, const row_block& rows, double* out) const;

  /// Whether this output is to be had of strided_rows, by the function below.
  [[nodiscard]] bool predicts_strided(coppice_output output) const noexcept;
  void predict_strided(coppice_output output, const strided_rows& rows, double* out) const;

  /// All quantities: those that every model has, and the family's.
  [[nodiscard]] quantity_list quantities() const;

  // ------------------------------------------------------------------ what a family defines

  /// Its name in model files, and its content there.
  [[nodiscard]] virtual const char* kind() const noexcept = 0;
  virtual void save(document& out) const = 0;

  /// Decision values a row: 1 for two classes, one a class for more, one an output without classes.
  [[nodiscard]] virtual std::int64_t scores() const noexcept = 0;

  /// The decision values of one row, without allocating.
  virtual void decide(const double* x, double* out) const = 0;

  /// Those of every row of a block, row after row, with the same bits.
  virtual void decide_rows(const row_block& rows, double* out) const;

  /// How many rows a block has where the caller may choose.
  [[nodiscard]] virtual std::int64_t rows_of_a_block() const noexcept {
    return coppice::rows_of_a_block(features());
  }

  /// Whether decide_rows takes strided_rows, such as those of a matrix by columns.
  [[nodiscard]] virtual bool takes_strides() const noexcept { return false; }
  virtual void decide_strided(const strided_rows& rows, double* out) const;

  /// Roughly how many numbers are looked at to predict one row.
  [[nodiscard]] virtual double row_cost() const noexcept = 0;

  /// Whether predicting calls the caller's code: then only on the calling thread, and it may fail.
  [[nodiscard]] virtual bool calls_back() const noexcept { return false; }

  /// Whether predicting may fail midway, for the caller's code or for memory.
  [[nodiscard]] virtual bool may_fail() const noexcept { return calls_back(); }

  /// Finds out how much each feature matters on the rows that it was trained on; while it is being
  /// made. Interrupted, it does not know.
  virtual void weigh_features(const dataset& /*examples*/, thread_team& /*team*/,
                              const progress& /*report*/) {}

  /// F_d of all scores for feature d, as shape_functions.hpp has it. Throws COPPICE_UNAVAILABLE
  /// where the model is not a sum of such functions.
  [[nodiscard]] virtual std::vector<double> shape_function(std::int64_t feature) const;

  /// How many weak learners it has, and weak learner j for people.
  [[nodiscard]] virtual std::int64_t learners() const noexcept { return 0; }
  [[nodiscard]] virtual document describe_learner(std::int64_t j) const;

 protected:
  /// The outputs that not every family has: stages, learners, map, contributions.
  [[nodiscard]] virtual std::int64_t further_width(coppice_output output) const;
  virtual void predict_further(coppice_output output, const double* x, double* out) const;

  virtual void add_quantities(quantity_list& /*to*/) const {}

  /// What needed() gives; asked when the first row with a missing value comes.
  [[nodiscard]] virtual needed_features find_needed() const = 0;

 private:
  template <class Decide>
  void predict_decided(coppice_output output, std::int64_t rows, const Decide& decide,
                       double* out) const;
  [[noreturn]] void fail_without(coppice_output output) const;
  void add_options(quantity_list& to) const;

  training_report report_;
  std::vector<sigmoid> sigmoids_;
  lazy<needed_features> needed_;
};

}  // namespace coppice
