// Functions of the linear kernel: one weight a feature and score.
#include "core/error.hpp"
#include "masters/learned_functions.hpp"
#include "masters/scaled_weights.hpp"
#include "model/linear.hpp"

namespace coppice {
namespace {

class learned_weights final : public learned_functions {
 public:
  learned_weights(const learned_setting& setting, document* saved)
      : features_(setting.features), constant_(setting.constant) {
    weights_.reserve(static_cast<std::size_t>(setting.scores));
    values_.resize(static_cast<std::size_t>(setting.scores));
    if (saved == nullptr) {
      for (std::int64_t s = 0; s < setting.scores; ++s)
        weights_.emplace_back(features_, setting.constant);
      return;
    }
    document::array_type& all = saved->array("functions");
    if (static_cast<std::int64_t>(all.size()) != setting.scores)
      fail_damaged("its functions do not fit its classes");
    for (document& one : all) weights_.emplace_back(one, features_, setting.constant);
  }

  void decide(const listed_row& x, double squared_norm, double* out) override {
    squared_norm_ = squared_norm + constant_;
    for (std::size_t s = 0; s < weights_.size(); ++s) out[s] = values_[s] = weights_[s].value(x);
  }

  void step(const listed_row& x, const std::vector<change>& changes, double radius) override {
    for (std::size_t s = 0; s < weights_.size(); ++s)
      weights_[s].step(x, squared_norm_, values_[s], changes[s].factor, changes[s].amount, radius);
  }

  [[nodiscard]] std::unique_ptr<model> snapshot(training_report report,
                                                std::vector<double> bias) const override {
    linear_parts parts;
    parts.weights.resize(weights_.size() * static_cast<std::size_t>(features_));
    for (std::size_t s = 0; s < weights_.size(); ++s) {
      weights_[s].copy(&parts.weights[s * static_cast<std::size_t>(features_)]);
      bias[s] += weights_[s].weight_of_constant();
    }
    parts.bias = std::move(bias);
    return std::make_unique<linear_model>(std::move(parts), std::move(report));
  }

  [[nodiscard]] document save() const override {
    document all = document::array_type();
    for (const scaled_weights& one : weights_) all.push_back(one.save());
    return document().with("functions", std::move(all));
  }

 private:
  std::int64_t features_;
  double constant_;
  std::vector<scaled_weights> weights_;  // one a score

  // Of the row that was decided last.
  double squared_norm_ = 0;
  std::vector<double> values_;
};

}  // namespace

std::unique_ptr<learned_functions> make_learned_weights(const learned_setting& setting,
                                                        document* saved) {
  return std::make_unique<learned_weights>(setting, saved);
}

}  // namespace coppice
