// Linear classifiers as weak learners, h(x) = g(w . x + b), with
//
//     sign     g(f) = -1, 0 or +1                0 where f is 0: a classifier that knows nothing
//     clipped  g(f) = min(1, max(-1, f))
//     tanh     g(f) = tanh(f)
//
// rounded to float. They are computed a few at once: the weights of a feature lie side by side, so
// that a listed value costs one product for each of them, and those that are not listed nothing.
#pragma once

#include <string_view>
#include <vector>

#include "data/listed_row.hpp"
#include "learners/learner_kind.hpp"

namespace coppice {

enum class classifier_output { sign, clipped, tanh };

/// By its name.
classifier_output classifier_output_of(std::string_view name);

/// g(f) rounded to float.
double output_of(classifier_output form, double f);

class linear_classifiers final : public weak_learners {
 public:
  linear_classifiers(classifier_output form, std::int64_t features)
      : form_(form), features_(features) {}

  [[nodiscard]] classifier_output form() const noexcept { return form_; }
  [[nodiscard]] const char* kind() const noexcept override;
  [[nodiscard]] std::int64_t size() const noexcept override {
    return static_cast<std::int64_t>(bias_.size());
  }
  [[nodiscard]] std::unique_ptr<weak_learners> make_empty() const override {
    return std::make_unique<linear_classifiers>(form_, features_);
  }
  using weak_learners::append;
  void append(const weak_learners& other, std::int64_t first, std::int64_t count) override;
  void outputs(const double* x, double* out) const override {
    outputs(listed_row{nullptr, x, features_}, out);
  }
  void outputs(const listed_row& x, double* out) const;
  void add_weighted(const double* x, const double* weights, std::int64_t scores,
                    double* sums) const override;
  void features_of(std::int64_t j, std::vector<std::int64_t>& out) const override;
  [[nodiscard]] document save() const override;
  [[nodiscard]] document describe(std::int64_t j) const override;

  /// Room for one more, so that the next append() of one needs no memory.
  void reserve_one_more();
  /// Appends one whose weight d is weight(d).
  template <class Weight>
  void append(const Weight& weight, double bias) {
    reserve_one_more();
    for (std::int64_t d = 0; d < features_; ++d) weights_[d * room_ + size()] = weight(d);
    bias_.push_back(bias);
  }
  void erase(std::int64_t j);

 private:
  void outputs_together(std::int64_t first, const listed_row& x, double* out) const;
  void make_room(std::int64_t learners);
  [[nodiscard]] std::vector<double> weights_of(std::int64_t j) const;

  classifier_output form_;
  std::int64_t features_;
  std::int64_t room_ = 0;        // of a feature: for so many learners
  std::vector<double> weights_;  // features x room
  std::vector<double> bias_;     // learners
};

/// As save() wrote them.
std::unique_ptr<linear_classifiers> load_linear_classifiers(document& saved, std::int64_t features);

const learner_kind& linear_classifiers_kind();

}  // namespace coppice
