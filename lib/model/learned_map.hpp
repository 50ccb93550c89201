// The learned map: F_j(x) = scale_j h_j(x), whose dot product F(x) . F(x') is the kernel that was
// learned, and what decides a row by where the map puts it (model/map_classifiers.hpp).
#pragma once

#include <memory>
#include <vector>

#include "learners/learner_sequence.hpp"
#include "model/map_classifiers.hpp"
#include "model/model_kind.hpp"

namespace coppice {

struct learned_map_parts {
  learner_sequence learners;
  std::vector<double> scales;  // >= 0, one a learner
  std::unique_ptr<const map_classifier> classifier;
};

class learned_map final : public model {
 public:
  learned_map(learned_map_parts parts, training_report report);

  [[nodiscard]] const char* kind() const noexcept override;
  void save(document& out) const override;
  [[nodiscard]] std::int64_t scores() const noexcept override {
    return parts_.classifier->scores();
  }
  void decide(const double* x, double* out) const override;
  void decide_rows(const row_block& rows, double* out) const override;
  [[nodiscard]] double row_cost() const noexcept override { return row_cost_; }
  [[nodiscard]] bool calls_back() const noexcept override { return parts_.learners.calls_back(); }
  [[nodiscard]] std::int64_t learners() const noexcept override { return parts_.learners.size(); }
  [[nodiscard]] document describe_learner(std::int64_t j) const override {
    return parts_.learners.describe(j, names(), levels());
  }

 protected:
  [[nodiscard]] std::int64_t further_width(coppice_output output) const override;
  void predict_further(coppice_output output, const double* x, double* out) const override;
  void add_quantities(quantity_list& to) const override;
  [[nodiscard]] needed_features find_needed() const override {
    return parts_.learners.needed(features());
  }

 private:
  void map(const double* x, double* out) const;
  /// For every feature, how many learners look at it, or the sum of their scales.
  [[nodiscard]] std::vector<double> of_features(bool scales) const;

  learned_map_parts parts_;
  double row_cost_;
};

const model_kind& learned_map_kind();

}  // namespace coppice
