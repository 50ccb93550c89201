#include "learners/projections.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "core/text.hpp"

namespace coppice {

projections::projections(const char* kind, projection_shape shape, std::int64_t width,
                         std::shared_ptr<const std::vector<std::int64_t>> features,
                         document::real_list theta, std::vector<double> kappa,
                         std::vector<double> amplitude)
    : kind_(kind),
      shape_(shape),
      width_(width),
      features_(std::move(features)),
      theta_(std::move(theta)),
      kappa_(std::move(kappa)),
      amplitude_(std::move(amplitude)) {}

std::unique_ptr<weak_learners> projections::make_empty() const {
  return std::make_unique<projections>(kind_, shape_, width_, features_, std::vector<float>(),
                                       std::vector<double>(), std::vector<double>());
}

/// Floats and doubles together are doubles.
void projections::append(const weak_learners& other, std::int64_t first, std::int64_t count) {
  const auto& more = static_cast<const projections&>(other);
  if (count == 0) return;
  const auto* floats = std::get_if<std::vector<float>>(&theta_);
  if (floats != nullptr && theta_.index() != more.theta_.index())
    theta_ = std::vector<double>(floats->begin(), floats->end());
  std::visit(
      [width = width_, first, count](auto& own, const auto& added) {
        append_some(added, first * width, count * width, own);
      },
      theta_, more.theta_);
  append_some(more.kappa_, first, count, kappa_);
  append_some(more.amplitude_, first, count, amplitude_);
}

/// Where values of 1e300 make a projection infinite, or infinity less infinity, the output is still
/// a number: the sign is -1 unless it is known, the cosine 0.
template <class Number>
double projections::output(std::int64_t j, const Number* theta, const double* x) const {
  const double along =
      features_ ? dot_at(theta, x, features_->data(), width_) : dot(theta, x, width_);
  const double t = along - kappa_[j];
  if (shape_ == projection_shape::sign) return t >= 0 ? 1 : -1;
  if (!std::isfinite(t)) return 0;
  return static_cast<double>(static_cast<float>(amplitude_[j] * std::cos(t)));
}

template <class Each>
void projections::for_each_output(const double* x, const Each& each) const {
  const auto of = [&](const auto* theta) {
    for (std::int64_t j = 0; j < size(); ++j) each(j, output(j, theta + j * width_, x));
  };
  if (const auto* floats = std::get_if<std::vector<float>>(&theta_))
    of(floats->data());
  else
    of(std::get<std::vector<double>>(theta_).data());
}

void projections::outputs(const double* x, double* out) const {
  for_each_output(x, [&](std::int64_t j, double h) { out[j] = h; });
}

void projections::add_weighted(const double* x, const double* weights, std::int64_t scores,
                               double* sums) const {
  for_each_output(x, [&](std::int64_t j, double h) {
    for (std::int64_t s = 0; s < scores; ++s) sums[s] += h * weights[j * scores + s];
  });
}

void projections::features_of(std::int64_t /*j*/, std::vector<std::int64_t>& out) const {
  for (std::int64_t k = 0; k < width_; ++k) out.push_back(features_ ? (*features_)[k] : k);
}

document projections::save() const {
  document saved = document::object_type();
  if (features_) saved.add("features", *features_);
  saved.add("theta", theta_);
  saved.add("kappa", kappa_);
  if (std::any_of(amplitude_.begin(), amplitude_.end(), [](double a) { return a != 1; }))
    saved.add("amplitude", amplitude_);
  return saved;
}

document projections::describe(std::int64_t j) const {
  document described = document::object_type();
  if (features_) described.add("features", *features_);
  std::visit(
      [&](const auto& thetas) {
        const auto first = thetas.begin() + j * width_;
        described.add("theta", std::vector<double>(first, first + width_));
      },
      theta_);
  described.add("kappa", kappa_[j]);
  if (amplitude_[j] != 1) described.add("amplitude", amplitude_[j]);
  return described;
}

namespace {

constexpr const char* perceptron = "perceptron";
constexpr const char* fourier = "fourier";

std::unique_ptr<weak_learners> load_projections(const char* kind, projection_shape shape,
                                                document& saved, std::int64_t features) {
  std::shared_ptr<const std::vector<std::int64_t>> looked_at;
  if (saved.has("features"))
    looked_at = std::make_shared<const std::vector<std::int64_t>>(
        saved.take_integers<std::int64_t>("features", 0, features - 1));
  const std::int64_t width = looked_at ? static_cast<std::int64_t>(looked_at->size()) : features;
  std::vector<double> kappa = saved.take_finite_numbers("kappa");
  document::real_list theta = saved.take_finite_reals("theta");
  const std::size_t numbers = std::visit([](const auto& list) { return list.size(); }, theta);
  const std::size_t expected = kappa.size() * static_cast<std::size_t>(width);
  if (width < 1 || numbers != expected)
    fail_damaged(text("it has ", kappa.size(), " learners of kind ", in_quotes(kind), " with ",
                      numbers, " numbers in \"theta\"; expected ", expected));
  std::vector<double> amplitude(kappa.size(), 1.0);
  if (shape == projection_shape::cosine && saved.has("amplitude")) {
    amplitude = saved.take_finite_numbers("amplitude");
    const bool are_floats = std::all_of(amplitude.begin(), amplitude.end(), [](double a) {
      return a > 0 && a <= static_cast<double>(std::numeric_limits<float>::max());
    });
    if (amplitude.size() != kappa.size() || !are_floats)
      fail_damaged(text("it has ", kappa.size(), " learners of kind ", in_quotes(kind), " with ",
                        amplitude.size(), " numbers in \"amplitude\"; expected ", kappa.size(),
                        " above 0 that a float holds"));
  }
  return std::make_unique<projections>(kind, shape, width, std::move(looked_at), std::move(theta),
                                       std::move(kappa), std::move(amplitude));
}

}  // namespace

const learner_kind& perceptron_learners() {
  static const learner_kind kind = {
      perceptron, [](document& saved, const learner_loading& loading) {
        return load_projections(perceptron, projection_shape::sign, saved, loading.features);
      }};
  return kind;
}

const learner_kind& fourier_learners() {
  static const learner_kind kind = {fourier, [](document& saved, const learner_loading& loading) {
                                      return load_projections(fourier, projection_shape::cosine,
                                                              saved, loading.features);
                                    }};
  return kind;
}

}  // namespace coppice
