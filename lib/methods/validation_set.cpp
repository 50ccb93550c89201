#include "methods/validation_set.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"

namespace coppice {
namespace {

/// A learner that looks at more features than these is shown whole rows.
constexpr std::size_t few_features = 8;
constexpr std::int64_t rows_a_poll = 4096;

const dataset& checked(const dataset& examples) {
  if (!examples.labelled())
    fail(COPPICE_INVALID_STATE, "the validation set has no labels; set them before the fit");
  return examples;
}

}  // namespace

validation_set::validation_set(const dataset& examples, const dataset& training, thread_team& team,
                               progress& report)
    : report_(report),
      rows_(checked(examples), training.features(), training.names(), "the validation set"),
      reader_(examples.values(), report),
      outputs_(examples.rows(), team, report),
      row_(static_cast<std::size_t>(training.features()), 0.0) {
  const std::vector<std::int64_t> classes = same_classes(examples.classes(), training.classes());
  for (const std::int32_t label : examples.labels()) expected_.push_back(classes[label]);
}

void validation_set::add(const weak_learners& learner) {
  std::vector<float> column(expected_.size());
  std::vector<std::int64_t> features;
  learner.features_of(0, features);
  if (features.size() <= few_features)
    look_at_columns(learner, column.data());
  else
    look_at_rows(learner, column.data());
  outputs_.append(column.data());
}

void validation_set::look_at_columns(const weak_learners& learner, float* column) {
  std::vector<std::int64_t> features;
  learner.features_of(0, features);
  std::vector<column_entries> entries(features.size());
  for (std::size_t k = 0; k < features.size(); ++k)
    if (const std::int64_t at = rows_.column_of(features[k]); at >= 0) reader_.read(at, entries[k]);
  std::vector<std::size_t> next(features.size(), 0);
  for (std::int64_t i = 0; i < rows_.rows(); ++i) {
    for (std::size_t k = 0; k < features.size(); ++k) {
      const bool here = next[k] < entries[k].rows.size() && entries[k].rows[next[k]] == i;
      row_[features[k]] = here ? entries[k].values[next[k]++] : 0;
    }
    double output = 0;
    learner.outputs(row_.data(), &output);
    column[i] = static_cast<float>(output);
    if (i % rows_a_poll == 0) report_.poll();
  }
  for (const std::int64_t feature : features) row_[feature] = 0;
}

void validation_set::look_at_rows(const weak_learners& learner, float* column) {
  for (std::int64_t i = 0; i < rows_.rows(); ++i) {
    rows_.copy_row(i, scratch_, row_.data());
    double output = 0;
    learner.outputs(row_.data(), &output);
    column[i] = static_cast<float>(output);
    if (i % (rows_a_poll / 64) == 0) report_.poll();
  }
}

/// Rows so near the boundary that the order of additions decides are added up as predictions are.
double validation_set::error(const ensemble_stage& stage) const {
  const double bias = stage.bias.front();
  const vector weights = Eigen::Map<const vector>(stage.weights.data(),
                                                  static_cast<Eigen::Index>(stage.weights.size()));
  const double size = std::abs(bias) + weights.lpNorm<1>();
  const double unsure = 1e-15 * static_cast<double>(outputs_.columns() + 1) * size;
  std::vector<double> f(expected_.size());
  outputs_.multiply(weights, bias, f);
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < rows_.rows(); ++i) {
    const double sum = std::abs(f[i]) > unsure ? f[i] : outputs_.multiply_row(i, weights, bias);
    if ((sum >= 0 ? 1 : 0) != expected_[i]) ++wrong;
  }
  return static_cast<double>(wrong) / static_cast<double>(rows_.rows());
}

}  // namespace coppice
