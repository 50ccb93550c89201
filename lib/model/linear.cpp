#include "model/linear.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/error.hpp"
#include "core/numbers.hpp"
#include "core/text.hpp"

namespace coppice {
namespace {

/// The standard deviation of every feature over the rows of positive weight.
std::vector<double> deviations(const dataset& examples, const progress& report) {
  const feature_matrix& values = examples.values();
  const auto wide = static_cast<std::size_t>(values.features());
  double weight_of_all = 0;
  std::vector<double> mean(wide, 0.0);
  std::vector<double> listed(wide, 0.0);  // the weight of the rows that list a feature
  for (std::int64_t i = 0; i < values.rows(); ++i) {
    report.poll_at(i);
    const double weight = examples.weight(i);
    weight_of_all += weight;
    if (weight == 0) continue;
    values.for_each_value(i, [&](std::int64_t d, double value) {
      listed[d] += weight;
      mean[d] += weight * value;
    });
  }
  for (double& one : mean) one /= weight_of_all;
  std::vector<double> squares(wide, 0.0);
  for (std::int64_t i = 0; i < values.rows(); ++i) {
    report.poll_at(i);
    if (const double weight = examples.weight(i); weight > 0)
      values.for_each_value(i, [&](std::int64_t d, double value) {
        squares[d] += weight * (value - mean[d]) * (value - mean[d]);
      });
  }
  for (std::size_t d = 0; d < wide; ++d) {
    const double unlisted = std::max(0.0, weight_of_all - listed[d]);
    squares[d] = std::sqrt((squares[d] + unlisted * mean[d] * mean[d]) / weight_of_all);
  }
  return squares;
}

/// Of `rows` rows, row after row: the columns one after the other.
std::vector<double> transposed(const std::vector<double>& numbers, std::int64_t rows) {
  const std::int64_t columns = static_cast<std::int64_t>(numbers.size()) / rows;
  std::vector<double> turned(numbers.size());
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) turned[j * rows + i] = numbers[i * columns + j];
  return turned;
}

}  // namespace

void linear_model::decide(const double* x, double* out) const {
  for (std::int64_t s = 0; s < scores(); ++s)
    out[s] = parts_.bias[s] + dot(weights_of(s), x, features());
}

void linear_model::weigh_features(const dataset& examples, thread_team& /*team*/,
                                  const progress& report) {
  const std::vector<double> spread = deviations(examples, report);
  feature_importance found;
  for (std::int64_t d = 0; d < features(); ++d) {
    double norm = 0;
    for (std::int64_t s = 0; s < scores(); ++s) norm = std::hypot(norm, weights_of(s)[d]);
    const double importance = norm * spread[d];
    if (!(importance > 0) || !std::isfinite(importance)) continue;
    found.features.push_back(d);
    found.importances.push_back(importance);
  }
  parts_.importance = std::move(found);
}

bool linear_model::is_used(std::int64_t feature) const {
  for (std::int64_t s = 0; s < scores(); ++s)
    if (weights_of(s)[feature] != 0) return true;
  return false;
}

/// A line through x = -1 and x = 1.
std::vector<double> linear_model::shape_function(std::int64_t feature) const {
  std::vector<double> points;
  if (!is_used(feature)) return points;
  for (const double x : {-1.0, 1.0}) {
    points.push_back(x);
    for (std::int64_t s = 0; s < scores(); ++s) points.push_back(x * weights_of(s)[feature]);
  }
  points.insert(points.end(), static_cast<std::size_t>(scores()) + 1,
                std::numeric_limits<double>::quiet_NaN());
  return points;
}

std::int64_t linear_model::further_width(coppice_output output) const {
  return output == COPPICE_CONTRIBUTIONS ? scores() * features() : model::further_width(output);
}

void linear_model::predict_further(coppice_output output, const double* x, double* out) const {
  if (output != COPPICE_CONTRIBUTIONS) return model::predict_further(output, x, out);
  for (std::int64_t s = 0; s < scores(); ++s)
    for (std::int64_t d = 0; d < features(); ++d) out[s * features() + d] = weights_of(s)[d] * x[d];
}

void linear_model::add_quantities(quantity_list& to) const {
  to.add("weights", [this] { return transposed(parts_.weights, scores()); });
  to.add("bias", [this] { return parts_.bias; });
  to.add("intercept", [this] { return parts_.bias; });
  to.add("nonzero_features", [this] {
    std::int64_t count = 0;
    for (std::int64_t d = 0; d < features(); ++d) count += is_used(d) ? 1 : 0;
    return count;
  });
  to.add("feature_importance", [this] {
    return parts_.importance ? parts_.importance->of_all(features()) : std::vector<double>();
  });
}

needed_features linear_model::find_needed() const {
  needed_features needed{{}, "linear models", "method cgens with stumps can"};
  needed.by.assign(static_cast<std::size_t>(features()), "");
  return needed;
}

void linear_model::save(document& out) const {
  out.add("weights", transposed(parts_.weights, scores()));
  out.add("bias", parts_.bias);
  if (parts_.importance) out.add("feature_importance", parts_.importance->save());
}

namespace {

std::unique_ptr<model> load_linear(document& saved, training_report report,
                                   const model_loading& /*loading*/) {
  linear_parts parts = {saved.take_finite_numbers("weights"), saved.take_finite_numbers("bias")};
  const auto scores = static_cast<std::size_t>(report.scores());
  if (parts.bias.size() != scores ||
      parts.weights.size() != scores * static_cast<std::size_t>(report.features))
    fail_damaged(text(report.features, " features and ", scores, " scores do not fit ",
                      parts.weights.size(), " weights and ", parts.bias.size(), " biases"));
  parts.weights = transposed(parts.weights, report.features);
  if (saved.has("feature_importance"))
    parts.importance = feature_importance::load(saved.at("feature_importance"), report.features);
  return std::make_unique<linear_model>(std::move(parts), std::move(report));
}

}  // namespace

const model_kind& linear_kind() {
  static const model_kind kind = {"linear", load_linear};
  return kind;
}

const char* linear_model::kind() const noexcept {
  return linear_kind().name;
}

}  // namespace coppice
