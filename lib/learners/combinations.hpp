// Weak learners that are linear in terms: h(x) = w . t(x) + b, rounded to float. It is cut at the
// largest float there is, and is 0 where the sum is not a number. Terms are features, as doubles,
// or the outputs of other weak learners; several combinations may share them, and then they are
// computed once a row.
#pragma once

#include <memory>
#include <vector>

#include "core/linear_algebra.hpp"
#include "learners/learner_sequence.hpp"

namespace coppice {

/// t_1(x) .. t_m(x).
class combined_terms {
 public:
  explicit combined_terms(std::vector<std::int64_t> features) : features_(std::move(features)) {}
  explicit combined_terms(learner_sequence learners) : learners_(std::move(learners)) {}

  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(features_.size()) + learners_.size();
  }
  /// Empty where the terms are features.
  [[nodiscard]] const learner_sequence& learners() const noexcept { return learners_; }
  [[nodiscard]] bool takes_missing() const noexcept;
  void values(const double* x, double* out) const;
  /// Those that the terms look at, some perhaps several times.
  void features_of_all(std::vector<std::int64_t>& out) const;
  [[nodiscard]] document save() const;

 private:
  std::vector<std::int64_t> features_;
  learner_sequence learners_;  // empty where the terms are features
};

class combinations final : public weak_learners {
 public:
  combinations() = default;

  void append(const std::shared_ptr<const combined_terms>& terms, std::vector<double> weights,
              double bias);

  [[nodiscard]] const char* kind() const noexcept override;
  [[nodiscard]] std::int64_t size() const noexcept override {
    return static_cast<std::int64_t>(combined_.size());
  }
  [[nodiscard]] bool calls_back() const noexcept override;
  [[nodiscard]] bool takes_missing() const noexcept override;
  [[nodiscard]] std::unique_ptr<weak_learners> make_empty() const override {
    return std::make_unique<combinations>();
  }
  using weak_learners::append;
  void append(const weak_learners& other, std::int64_t first, std::int64_t count) override;
  void outputs(const double* x, double* out) const override;
  void add_weighted(const double* x, const double* weights, std::int64_t scores,
                    double* sums) const override;
  void features_of(std::int64_t j, std::vector<std::int64_t>& out) const override;
  [[nodiscard]] document save() const override;
  [[nodiscard]] document describe(std::int64_t j) const override;

 private:
  struct combination {
    std::size_t of;  // which of the terms
    std::vector<double> weights;
    double bias;
  };
  /// Calls each(j, h_j(x)) in the order of j.
  template <class Each>
  void for_each_output(const double* x, const Each& each) const;

  std::vector<std::shared_ptr<const combined_terms>> terms_;  // distinct
  std::vector<std::int64_t> begins_ = {0};                    // of the values of all terms
  std::vector<combination> combined_;
};

/// The outputs on all rows of a combination of terms whose values are the columns, by the same
/// additions and so with the same bits as outputs() has them.
void combine(const matrix& columns, const std::vector<double>& weights, double bias, float* out);

const learner_kind& combinations_kind();

}  // namespace coppice
