// What every model can do. A model is immutable; all its functions may run on many threads at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <coppice/coppice.h>

#include "core/document.hpp"
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
  [[nodiscard]] const feature_names& names() const noexcept { return report_.names; }
  [[nodiscard]] const class_labels& classes() const noexcept { return report_.classes; }

  /// Decision values a row: 1 for two classes, else one a class.
  [[nodiscard]] virtual std::int64_t scores() const noexcept = 0;
  [[nodiscard]] virtual std::int64_t learners() const noexcept = 0;
  [[nodiscard]] virtual std::int64_t stages() const noexcept = 0;

  /// Whether predicting calls the caller's code: then only on the calling thread, and it may fail.
  [[nodiscard]] virtual bool calls_back() const noexcept { return false; }

  /// Numbers a row that `output` has; throws COPPICE_UNAVAILABLE where the model cannot give it.
  [[nodiscard]] virtual std::int64_t width(coppice_output output) const = 0;

  /// Predicts one row of features() finite values into width(output) numbers; decision values and
  /// classes without allocating.
  virtual void predict_row(coppice_output output, const double* x, double* out) const = 0;

  /// Weak learner j for people.
  [[nodiscard]] virtual document describe_learner(std::int64_t j) const = 0;

  /// The array quantities that this kind of model has beside the learning curve.
  [[nodiscard]] virtual std::vector<std::string_view> array_names() const = 0;
  [[nodiscard]] virtual std::optional<std::vector<double>> array(std::string_view name) const = 0;

  /// Its kind and content for a model file.
  [[nodiscard]] virtual const char* kind() const noexcept = 0;
  virtual void save(document& out) const = 0;

  /// What probabilities and classes come from, where the model is calibrated.
  [[nodiscard]] const std::optional<sigmoid>& calibrated() const noexcept { return calibrated_; }
  void calibrate(const std::optional<sigmoid>& by) { calibrated_ = by; }  // while it is being made

 private:
  training_report report_;
  std::optional<sigmoid> calibrated_;
};

}  // namespace coppice
