// Weak learners of the caller's, evaluated by the caller's callbacks. A learner is its parameters,
// so that it can be saved, and evaluated by every program that has callbacks of the same name.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <coppice/coppice.h>

#include "core/error.hpp"
#include "core/thread_exit.hpp"
#include "learners/learner_kind.hpp"

namespace coppice {

/// The caller's callbacks. Specifications, pools and learners share one of these, and the last of
/// them to go releases `user`: it is never copied.
struct custom_functions {
  custom_functions(std::string called, std::int64_t count, coppice_custom_fit fitting,
                   coppice_custom_evaluate evaluating, void* given)
      : name(std::move(called)),
        parameters(count),
        fit(fitting),
        evaluate(evaluating),
        user(given) {}
  ~custom_functions();
  custom_functions(const custom_functions&) = delete;
  custom_functions& operator=(const custom_functions&) = delete;

  /// From now on `user` is released in the end, unless `hook` is null.
  void own_user(coppice_release hook) noexcept { release_ = hook; }

  const std::string name;
  const std::int64_t parameters;  // of each learner
  const coppice_custom_fit fit;   // null where they only evaluate
  const coppice_custom_evaluate evaluate;
  void* const user;

 private:
  coppice_release release_ = nullptr;
};

/// What the call answers; an exception in it is an answer too.
template <class Call>
int answer_of(const custom_functions& functions, const char* callback, const Call& call) {
  try {
    return call();
  }
  COPPICE_LET_THREAD_EXIT
  catch (...) {
    fail(COPPICE_CALLBACK_FAILED, "the ", callback, " callback of pool ", in_quotes(functions.name),
         " threw an exception");
  }
}

/// The failure that an answer other than the expected one is.
[[noreturn]] void fail_answer(const custom_functions& functions, const char* callback, int answer,
                              const char* expected);

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
