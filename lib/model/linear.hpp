// The linear model: f_s(x) = b_s + sum_d w_sd x_d, one weight for every feature and score.
//
// It is the sum of functions of one feature that are straight lines, so that it has shape functions
// and contributions as other additive models have, and importances: the standard deviation of
// w_sd x_d over the rows that it was trained on; with several scores, the root of the sum of the
// squares of theirs.
#pragma once

#include <optional>
#include <vector>

#include "model/feature_importance.hpp"
#include "model/model_kind.hpp"

namespace coppice {

struct linear_parts {
  std::vector<double> weights;                        // scores x features
  std::vector<double> bias;                           // scores
  std::optional<feature_importance> importance = {};  // once the features have been weighed
};

class linear_model final : public model {
 public:
  linear_model(linear_parts parts, training_report report)
      : model(std::move(report)), parts_(std::move(parts)) {}

  [[nodiscard]] const linear_parts& parts() const noexcept { return parts_; }
  [[nodiscard]] const char* kind() const noexcept override;
  void save(document& out) const override;
  [[nodiscard]] std::int64_t scores() const noexcept override {
    return static_cast<std::int64_t>(parts_.bias.size());
  }
  void decide(const double* x, double* out) const override;
  [[nodiscard]] double row_cost() const noexcept override {
    return static_cast<double>(parts_.weights.size());
  }
  void weigh_features(const dataset& examples, thread_team& team, const progress& report) override;
  [[nodiscard]] std::vector<double> shape_function(std::int64_t feature) const override;

 protected:
  [[nodiscard]] std::int64_t further_width(coppice_output output) const override;
  void predict_further(coppice_output output, const double* x, double* out) const override;
  void add_quantities(quantity_list& to) const override;
  [[nodiscard]] needed_features find_needed() const override;

 private:
  [[nodiscard]] const double* weights_of(std::int64_t score) const {
    return parts_.weights.data() + score * features();
  }

  /// Whether some score has a weight for it.
  [[nodiscard]] bool is_used(std::int64_t feature) const;

  linear_parts parts_;
};

const model_kind& linear_kind();

}  // namespace coppice
