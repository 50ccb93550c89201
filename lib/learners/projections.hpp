// Weak learners that look at a row along one direction,
//
//     perceptrons       h(x) = sign(theta . x - kappa),   sign(0) = +1
//     Fourier features  h(x) = a cos(theta . x - kappa),  a = 1 but where the pool normalises them
//
// theta has one number for each feature that the learner looks at: floats in learners of our own,
// but where a feature's unit makes one of them too large or too small for that.
// The output is rounded to float.
#pragma once

#include <memory>
#include <vector>

#include "learners/learner_kind.hpp"
#include "learners/projection_shape.hpp"

namespace coppice {

class projections final : public weak_learners {
 public:
  /// `theta` has `width` numbers for each entry of `kappa`; `features` says which features they
  /// belong to, nullptr stands for the first, second, .. of all. `amplitude` has one for each.
  projections(const char* kind, projection_shape shape, std::int64_t width,
              std::shared_ptr<const std::vector<std::int64_t>> features, document::real_list theta,
              std::vector<double> kappa, std::vector<double> amplitude);

  [[nodiscard]] const char* kind() const noexcept override { return kind_; }
  [[nodiscard]] std::int64_t size() const noexcept override {
    return static_cast<std::int64_t>(kappa_.size());
  }
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
  template <class Number>
  [[nodiscard]] double output(std::int64_t j, const Number* theta, const double* x) const;
  /// Calls each(j, h_j(x)) in the order of j.
  template <class Each>
  void for_each_output(const double* x, const Each& each) const;

  const char* kind_;
  projection_shape shape_;
  std::int64_t width_;
  std::shared_ptr<const std::vector<std::int64_t>> features_;
  document::real_list theta_;  // learner after learner
  std::vector<double> kappa_;
  std::vector<double> amplitude_;
};

const learner_kind& perceptron_learners();
const learner_kind& fourier_learners();

}  // namespace coppice
