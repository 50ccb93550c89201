#include "learners/linear_classifiers.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text.hpp"

namespace coppice {
namespace {

constexpr std::array<std::string_view, 3> forms = {"sign", "clipped", "tanh"};

/// Learners are computed so many at once, their sums in registers.
constexpr std::int64_t together = 16;

}  // namespace

classifier_output classifier_output_of(std::string_view name) {
  const auto* const found = std::find(forms.begin(), forms.end(), name);
  if (found != forms.end()) return static_cast<classifier_output>(found - forms.begin());
  fail_damaged(text("its classifiers have the output ", in_quotes(name)));
}

double output_of(classifier_output form, double f) {
  switch (form) {
    case classifier_output::sign:
      return f > 0 ? 1 : f < 0 ? -1 : 0;
    case classifier_output::clipped:
      return static_cast<double>(static_cast<float>(std::clamp(f, -1.0, 1.0)));
    case classifier_output::tanh:
      return static_cast<double>(static_cast<float>(std::tanh(f)));
  }
  return 0;
}

const char* linear_classifiers::kind() const noexcept {
  return linear_classifiers_kind().name;
}

void linear_classifiers::make_room(std::int64_t learners) {
  if (learners <= room_) return;
  const std::int64_t room = (learners + together - 1) / together * together;
  std::vector<double> weights(static_cast<std::size_t>(features_ * room), 0.0);
  bias_.reserve(static_cast<std::size_t>(room));
  for (std::int64_t d = 0; d < features_; ++d)
    std::copy_n(weights_.begin() + d * room_, size(), weights.begin() + d * room);
  weights_.swap(weights);
  room_ = room;
}

void linear_classifiers::reserve_one_more() {
  if (size() == room_) make_room(2 * room_ + 1);
}

void linear_classifiers::append(const weak_learners& other, std::int64_t first,
                                std::int64_t count) {
  const auto& more = static_cast<const linear_classifiers&>(other);
  make_room(size() + count);
  for (std::int64_t d = 0; d < features_; ++d)
    std::copy_n(more.weights_.begin() + d * more.room_ + first, count,
                weights_.begin() + d * room_ + size());
  append_some(more.bias_, first, count, bias_);
}

void linear_classifiers::erase(std::int64_t j) {
  for (std::int64_t d = 0; d < features_; ++d) {
    const auto of_feature = weights_.begin() + d * room_;
    std::copy(of_feature + j + 1, of_feature + size(), of_feature + j);
    of_feature[size() - 1] = 0;
  }
  bias_.erase(bias_.begin() + j);
}

/// Sums begin with the bias, and values are added in the order of features.
void linear_classifiers::outputs_together(std::int64_t first, const listed_row& x,
                                          double* out) const {
  std::array<double, together> sums{};
  const std::int64_t count = std::min(together, size() - first);
  std::copy_n(bias_.begin() + first, count, sums.begin());
  const double* const weights = weights_.data() + first;
  for (std::int64_t k = 0; k < x.entries; ++k) {
    const double value = x.values[k];
    const double* const of_feature = weights + x.feature(k) * room_;
    for (std::int64_t j = 0; j < together; ++j) sums[j] += value * of_feature[j];
  }
  for (std::int64_t j = 0; j < count; ++j) out[j] = output_of(form_, sums[j]);
}

void linear_classifiers::outputs(const listed_row& x, double* out) const {
  for (std::int64_t first = 0; first < size(); first += together)
    outputs_together(first, x, out + first);
}

void linear_classifiers::add_weighted(const double* x, const double* weights, std::int64_t scores,
                                      double* sums) const {
  std::array<double, together> h{};
  for (std::int64_t first = 0; first < size(); first += together) {
    outputs_together(first, {nullptr, x, features_}, h.data());
    const std::int64_t count = std::min(together, size() - first);
    for (std::int64_t j = 0; j < count; ++j)
      for (std::int64_t s = 0; s < scores; ++s) sums[s] += h[j] * *weights++;
  }
}

void linear_classifiers::features_of(std::int64_t /*j*/, std::vector<std::int64_t>& out) const {
  for (std::int64_t d = 0; d < features_; ++d) out.push_back(d);
}

std::vector<double> linear_classifiers::weights_of(std::int64_t j) const {
  std::vector<double> weights;
  weights.reserve(static_cast<std::size_t>(features_));
  for (std::int64_t d = 0; d < features_; ++d) weights.push_back(weights_[d * room_ + j]);
  return weights;
}

document linear_classifiers::save() const {
  std::vector<double> all;
  all.reserve(static_cast<std::size_t>(features_ * size()));
  for (std::int64_t j = 0; j < size(); ++j)
    for (std::int64_t d = 0; d < features_; ++d) all.push_back(weights_[d * room_ + j]);
  return document()
      .with("output", forms[static_cast<std::size_t>(form_)])
      .with("weights", std::move(all))
      .with("bias", bias_);
}

document linear_classifiers::describe(std::int64_t j) const {
  return document()
      .with("output", forms[static_cast<std::size_t>(form_)])
      .with("weights", weights_of(j))
      .with("bias", bias_[j]);
}

std::unique_ptr<linear_classifiers> load_linear_classifiers(document& saved,
                                                            std::int64_t features) {
  const classifier_output form = classifier_output_of(saved.string("output"));
  const std::vector<double> weights = saved.take_finite_numbers("weights");
  const std::vector<double> bias = saved.take_finite_numbers("bias");
  const std::size_t expected = bias.size() * static_cast<std::size_t>(features);
  if (weights.size() != expected)
    fail_damaged(text("it has ", bias.size(), " linear classifiers with ", weights.size(),
                      " weights; expected ", expected));
  auto loaded = std::make_unique<linear_classifiers>(form, features);
  for (std::size_t j = 0; j < bias.size(); ++j) {
    const double* const of_learner = weights.data() + j * static_cast<std::size_t>(features);
    loaded->append([=](std::int64_t d) { return of_learner[d]; }, bias[j]);
  }
  return loaded;
}

const learner_kind& linear_classifiers_kind() {
  static const learner_kind kind = {
      "linear-classifier",
      [](document& saved, const learner_loading& loading) -> std::unique_ptr<weak_learners> {
        return load_linear_classifiers(saved, loading.features);
      }};
  return kind;
}

}  // namespace coppice
