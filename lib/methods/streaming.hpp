// What a solver that learns a stream does: checks every row before its method sees it, counts the
// errors of its decisions before they were learned from (the prequential error), and keeps and
// restores what it takes to go on.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/progress.hpp"
#include "methods/method.hpp"

namespace coppice {

class streaming {
 public:
  /// Begins a stream of `by`; throws where this is no method for streams, or where it does not
  /// learn so many classes.
  streaming(const method& by, const option_values& options, class_labels classes,
            std::int64_t features, const custom_kernels& kernels,
            const dataset* examples = nullptr);

  /// Goes on with a stream as save() left it; throws COPPICE_MODEL_ERROR. The options that it was
  /// begun with are in `options`, which has the defaults.
  streaming(const method& by, option_values& options, document& saved,
            const custom_kernels& kernels);
  [[nodiscard]] document save() const;

  [[nodiscard]] const class_labels& classes() const noexcept { return classes_; }
  [[nodiscard]] std::int64_t features() const noexcept { return features_; }
  [[nodiscard]] std::int64_t scores() const noexcept { return scores_; }
  [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::int64_t learners() const noexcept { return learned_->learners(); }
  /// The weighted fraction of the rows whose class was not what was decided before it was learned;
  /// NaN before the first.
  [[nodiscard]] double prequential_error() const noexcept { return wrong_ / weight_; }

  /// Learns a row and writes the decision values from before, scores() numbers. Throws for a row
  /// that cannot be learned; its number in messages is `row`. Nothing has been learned then.
  void learn(const listed_row& x, std::int64_t label, double weight, std::int64_t row,
             double* decisions);

  /// Learns the rows of a block in their order, and writes the decision values of each. Where a row
  /// cannot be learned, or the caller asks to end, this throws: the rows before it have been
  /// learned.
  void learn(const dataset& block, const progress& report, double* decisions);

  /// What has been learned so far.
  [[nodiscard]] std::unique_ptr<model> snapshot() const;

  /// The same with the report of a fit, started.
  [[nodiscard]] std::unique_ptr<model> snapshot(training_report report) const;

 private:
  [[nodiscard]] stream_request request(const option_values& options, const custom_kernels& kernels,
                                       const dataset* examples) const;
  void check_declared() const;
  [[nodiscard]] bool decides(const double* decisions, std::int64_t label) const;

  const method& by_;
  document options_;
  class_labels classes_;
  std::int64_t features_;
  std::int64_t scores_;
  std::int64_t rows_ = 0;  // learned, of positive weight
  double weight_ = 0;      // of these
  double wrong_ = 0;       // of those that were decided wrong
  std::unique_ptr<stream> learned_;
  std::vector<double> decisions_;  // room for those of a row
};

}  // namespace coppice
