// The ensemble: f(x) = b + sum_j w_j h_j(x), weak learners h_j in the order of their choice, one
// weight and one bias for each value. These values are the scores; with an output code they are
// those of its bits, from which it makes the scores. Where K classes were learned by problems of
// two, each learner is of one problem p and has one weight; what the learners of a problem come to,
// f_p(x) = sum_j w_j h_j(x), counts in the scores of its classes (two_classes.hpp).
//
// Its learned map is F_j(x) = |w_j| h_j(x), |w_j| the norm of learner j's weights over the values:
// F(x) . F(x') = sum_j |w_j|^2 h_j(x) h_j(x') is the kernel that the model has learned, and the
// squared norms of a pool's learners add up to the weight of that pool's kernel in it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "learners/learner_sequence.hpp"
#include "model/feature_importance.hpp"
#include "model/model_kind.hpp"
#include "model/output_code.hpp"
#include "model/two_classes.hpp"

namespace coppice {

/// Weights and bias of the first `learners` learners, as they were at some iteration; of problems
/// of two classes always of all learners.
struct ensemble_stage {
  std::vector<double> weights;  // learners x values; one a learner where there are problems
  std::vector<double> bias;     // values
};

struct ensemble_parts {
  learner_sequence learners;
  ensemble_stage final_stage;
  std::vector<ensemble_stage> stages;  // empty unless kept; each has as many learners as weights
  std::optional<feature_importance> importance = {};  // once the features have been weighed
  std::shared_ptr<const output_code> code = {};       // null: the values are the scores
  std::vector<learners_of_problem> problems = {};     // empty: each learner weighs in every value

  [[nodiscard]] std::int64_t values() const noexcept {
    return static_cast<std::int64_t>(final_stage.bias.size());
  }
  [[nodiscard]] std::int64_t weights_a_learner() const noexcept {
    return problems.empty() ? values() : 1;
  }

  /// Calls each(part, its weights among these, the classes of its problem or null) for all parts.
  template <class Each>
  void for_each_part(const std::vector<double>& weights, const Each& each) const;

  /// Calls each(learner, value, weight) for all of the weights.
  template <class Each>
  void for_each_weight(const std::vector<double>& weights, const Each& each) const;
};

template <class Each>
void ensemble_parts::for_each_part(const std::vector<double>& weights, const Each& each) const {
  const double* next = weights.data();
  auto problem = problems.begin();
  std::int64_t of_problem = 0;  // parts
  for (const auto& part : learners.parts()) {
    const two_classes* classes = nullptr;
    if (!problems.empty()) {
      for (; of_problem == problem->parts; ++problem) of_problem = 0;
      ++of_problem;
      classes = &problem->classes;
    }
    each(*part, next, classes);
    next += part->size() * weights_a_learner();
  }
}

template <class Each>
void ensemble_parts::for_each_weight(const std::vector<double>& weights, const Each& each) const {
  std::int64_t j = 0;
  for_each_part(weights,
                [&](const weak_learners& part, const double* weight, const two_classes* classes) {
                  for (const std::int64_t end = j + part.size(); j < end; ++j) {
                    if (classes == nullptr) {
                      for (std::int64_t s = 0; s < values(); ++s) each(j, s, *weight++);
                      continue;
                    }
                    each(j, classes->added_to, *weight);
                    if (classes->taken_from >= 0) each(j, classes->taken_from, -*weight);
                    ++weight;
                  }
                });
}

/// The feature that each learner looks at, -1 where it looks at none. Where one looks at several,
/// `why_not` says so: then the ensemble is not additive (model/shape_functions.hpp).
struct learner_features {
  std::vector<std::int64_t> of_learner;
  std::string why_not;
};

class ensemble final : public model {
 public:
  ensemble(ensemble_parts parts, training_report report);

  [[nodiscard]] const char* kind() const noexcept override;
  void save(document& out) const override;
  [[nodiscard]] const ensemble_parts& parts() const noexcept { return parts_; }
  [[nodiscard]] std::int64_t scores() const noexcept override;
  void decide(const double* x, double* out) const override;
  void decide_rows(const row_block& rows, double* out) const override;
  [[nodiscard]] bool takes_strides() const noexcept override;
  void decide_strided(const strided_rows& rows, double* out) const override;
  [[nodiscard]] double row_cost() const noexcept override { return row_cost_; }
  [[nodiscard]] bool calls_back() const noexcept override;
  [[nodiscard]] std::int64_t learners() const noexcept override { return parts_.learners.size(); }
  [[nodiscard]] document describe_learner(std::int64_t j) const override;
  void weigh_features(const dataset& examples, thread_team& team, const progress& report) override;
  [[nodiscard]] std::vector<double> shape_function(std::int64_t feature) const override;

 protected:
  [[nodiscard]] std::int64_t further_width(coppice_output output) const override;
  void predict_further(coppice_output output, const double* x, double* out) const override;
  void add_quantities(quantity_list& to) const override;
  [[nodiscard]] needed_features find_needed() const override;

 private:
  [[nodiscard]] std::int64_t values() const noexcept { return parts_.values(); }
  [[nodiscard]] std::int64_t stages() const noexcept;
  /// Of so many rows; add_part(part, first, rows, weights, values, sums) adds the outputs of a part
  /// on some of them, so weighted for so many values.
  template <class AddPart>
  void decide_with(std::int64_t rows, const AddPart& add_part, double* out) const;
  template <class AddPart>
  void add_up(std::int64_t rows, const AddPart& add_part, double* sums) const;
  template <class AddPart>
  void add_problems(std::int64_t rows, const AddPart& add_part, double* scores) const;
  /// Adds the outputs h of all learners to the sums, weighted as at a stage.
  void add_stage(const ensemble_stage& stage, const double* h, double* sums) const;
  void map(const double* x, double* out) const;
  void predict_stages(const double* x, double* out) const;
  void contributions(const double* x, double* out) const;
  [[nodiscard]] const learner_features& looked_at() const;
  /// Throws COPPICE_UNAVAILABLE where the ensemble is not additive.
  void check_additive() const;
  /// For every feature, how many learners look at it, or the sum of their |weights|.
  [[nodiscard]] std::vector<double> of_features(bool weights) const;
  /// For every pool, the sum of its learners' squared weights, or how many there are.
  [[nodiscard]] std::vector<double> of_pools(bool weights) const;
  /// Learners x values, 0 where a learner does not count.
  [[nodiscard]] std::vector<double> all_weights() const;

  ensemble_parts parts_;
  double row_cost_;
  lazy<learner_features> looked_at_;
};

const model_kind& ensemble_kind();

}  // namespace coppice
