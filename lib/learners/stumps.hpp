// Decision stumps: h(x) = +1 where x_d > t, else -1.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "learners/learner_kind.hpp"

namespace coppice {

class stumps final : public weak_learners {
 public:
  stumps(std::vector<std::int32_t> features, std::vector<double> thresholds)
      : features_(std::move(features)), thresholds_(std::move(thresholds)) {}

  [[nodiscard]] const char* kind() const noexcept override { return "stump"; }
  [[nodiscard]] std::int64_t size() const noexcept override {
    return static_cast<std::int64_t>(features_.size());
  }
  [[nodiscard]] std::unique_ptr<weak_learners> make_empty() const override {
    return std::make_unique<stumps>(std::vector<std::int32_t>(), std::vector<double>());
  }
  void append(const weak_learners& other) override {
    const auto& more = static_cast<const stumps&>(other);
    features_.insert(features_.end(), more.features_.begin(), more.features_.end());
    thresholds_.insert(thresholds_.end(), more.thresholds_.begin(), more.thresholds_.end());
  }
  void outputs(const double* x, double* out) const override {
    for (std::int64_t j = 0; j < size(); ++j) out[j] = output(j, x);
  }
  void add_weighted(const double* x, const double* weights, std::int64_t scores,
                    double* sums) const override {
    if (scores == 1) {  // kept in a register: one addition a learner
      double sum = *sums;
      for (std::int64_t j = 0; j < size(); ++j) sum += output(j, x) * weights[j];
      *sums = sum;
      return;
    }
    for (std::int64_t j = 0; j < size(); ++j)
      for (std::int64_t s = 0; s < scores; ++s) sums[s] += output(j, x) * weights[j * scores + s];
  }
  void features_of(std::int64_t j, std::vector<std::int64_t>& out) const override {
    out.push_back(features_[j]);
  }
  [[nodiscard]] document save() const override {
    return document().with("feature", features_).with("threshold", thresholds_);
  }
  [[nodiscard]] document describe(std::int64_t j) const override {
    return document().with("feature", features_[j]).with("threshold", thresholds_[j]);
  }

 private:
  [[nodiscard]] double output(std::int64_t j, const double* x) const {
    return x[features_[j]] > thresholds_[j] ? 1.0 : -1.0;
  }
  std::vector<std::int32_t> features_;
  std::vector<double> thresholds_;
};

const learner_kind& stump_learners();

}  // namespace coppice
