// The ensemble: f(x) = b + sum_j w_j h_j(x), weak learners h_j in the order of their choice, one
// weight and one bias for each score.
#pragma once

#include <memory>
#include <vector>

#include "learners/learner_kind.hpp"
#include "model/model.hpp"

namespace coppice {

/// Weak learners in the order of their choice; neighbours of one kind and one member of a union are
/// stored together.
class learner_sequence {
 public:
  void append(std::unique_ptr<weak_learners> learners);
  /// Appends them as a part of their own.
  void append_part(std::unique_ptr<weak_learners> learners);
  /// Appends a copy of them.
  void append_copy(const weak_learners& learners);
  [[nodiscard]] std::int64_t size() const noexcept { return size_; }
  [[nodiscard]] const std::vector<std::unique_ptr<weak_learners>>& parts() const noexcept {
    return parts_;
  }
  /// The part that holds learner j; j becomes its index in there.
  [[nodiscard]] const weak_learners& find(std::int64_t& j) const;

 private:
  std::vector<std::unique_ptr<weak_learners>> parts_;
  std::int64_t size_ = 0;
};

/// Weights and bias of the first `learners` learners, as they were at some iteration.
struct ensemble_stage {
  std::vector<double> weights;  // learners x scores
  std::vector<double> bias;     // scores
};

struct ensemble_parts {
  learner_sequence learners;
  ensemble_stage final_stage;
  std::vector<ensemble_stage> stages;  // empty unless kept; each has as many learners as weights
};

class ensemble final : public model {
 public:
  ensemble(ensemble_parts parts, training_report report);

  static std::unique_ptr<model> load(const document& saved, training_report report,
                                     const learner_loader& loader);

  [[nodiscard]] std::int64_t scores() const noexcept override;
  [[nodiscard]] std::int64_t learners() const noexcept override { return parts_.learners.size(); }
  [[nodiscard]] std::int64_t stages() const noexcept override;
  [[nodiscard]] bool calls_back() const noexcept override;
  [[nodiscard]] std::int64_t width(coppice_output output) const override;
  void predict_row(coppice_output output, const double* x, double* out) const override;
  [[nodiscard]] document describe_learner(std::int64_t j) const override;
  [[nodiscard]] std::vector<std::string_view> array_names() const override;
  [[nodiscard]] std::optional<std::vector<double>> array(std::string_view name) const override;
  [[nodiscard]] const char* kind() const noexcept override { return "ensemble"; }
  void save(document& out) const override;

 private:
  void decide(const double* x, double* out) const;
  void predict_class(const double* x, double* out) const;
  void predict_probabilities(const double* x, double* out) const;
  void outputs(const double* x, double* out) const;
  void predict_stages(const double* x, double* out) const;
  /// For every pool, the sum of its learners' squared weights, or how many there are.
  [[nodiscard]] std::vector<double> of_pools(bool weights) const;

  ensemble_parts parts_;
};

}  // namespace coppice
