// Weak learners of the caller's, evaluated by the caller's callbacks. A learner is its parameters,
// so that it can be saved, and evaluated by every program that has callbacks of the same name.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <coppice/coppice.h>

#include "core/named_callbacks.hpp"
#include "learners/learner_kind.hpp"

namespace coppice {

/// The callbacks of a custom pool.
struct custom_functions final : named_callbacks {
  custom_functions(std::string called, std::int64_t count, coppice_custom_fit fitting,
                   coppice_custom_evaluate evaluating, void* given)
      : named_callbacks("pool", std::move(called), given),
        parameters(count),
        fit(fitting),
        evaluate(evaluating) {}

  const std::int64_t parameters;  // of each learner
  const coppice_custom_fit fit;   // null where they only evaluate
  const coppice_custom_evaluate evaluate;
};

/// Outputs of a learner on rows, rounded to float as all outputs are.
void evaluate(const custom_functions& functions, const double* parameters, const double* x,
              std::int64_t rows, std::int64_t width, double* out);

class custom_learners final : public weak_learners {
 public:
  using feature_list = std::shared_ptr<const std::vector<std::int64_t>>;

  /// `parameters` stand learner after learner; `features`, of rows of `row_width` values, are those
  /// that they look at, null for all.
  custom_learners(std::shared_ptr<const custom_functions> functions, std::int64_t row_width,
                  feature_list features, std::vector<double> parameters);

  [[nodiscard]] const char* kind() const noexcept override { return "custom"; }
  [[nodiscard]] std::int64_t size() const noexcept override {
    return static_cast<std::int64_t>(parameters_.size()) / functions_->parameters;
  }
  [[nodiscard]] bool calls_back() const noexcept override { return true; }
  [[nodiscard]] std::unique_ptr<weak_learners> make_empty() const override;
  using weak_learners::append;
  void append(const weak_learners& other, std::int64_t first, std::int64_t count) override;
  void outputs(const double* x, double* out) const override;
  void add_weighted(const double* x, const double* weights, std::int64_t scores,
                    double* sums) const override;
  void features_of(std::int64_t j, std::vector<std::int64_t>& out) const override;
  [[nodiscard]] document save() const override;
  [[nodiscard]] document describe(std::int64_t j) const override;

 private:
  [[nodiscard]] std::int64_t width() const {
    return features_ ? static_cast<std::int64_t>(features_->size()) : row_width_;
  }
  [[nodiscard]] const double* parameters_of(std::int64_t j) const {
    return parameters_.data() + j * functions_->parameters;
  }
  class viewed_row;

  std::shared_ptr<const custom_functions> functions_;
  std::int64_t row_width_;
  feature_list features_;
  std::vector<double> parameters_;  // learner after learner
};

/// Learners from a model file are evaluated by the functions of their name among the evaluators;
/// where there are none, loading throws COPPICE_UNAVAILABLE.
const learner_kind& custom_learners_kind();

}  // namespace coppice
