#include "model/shape_functions.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"

namespace coppice {
namespace {

/// Calls each(learner j of the ensemble, its part, its index there, its weights, one a score).
template <class Each>
void for_each_learner(const ensemble_parts& parts, const Each& each) {
  std::int64_t j = 0;
  std::vector<double> spread(static_cast<std::size_t>(parts.values()), 0.0);
  parts.for_each_part(
      parts.final_stage.weights,
      [&](const weak_learners& part, const double* weights, const two_classes* classes) {
        if (classes != nullptr) std::fill(spread.begin(), spread.end(), 0.0);
        for (std::int64_t k = 0; k < part.size(); ++k, weights += parts.weights_a_learner()) {
          if (classes != nullptr) {
            spread[classes->added_to] = *weights;
            if (classes->taken_from >= 0) spread[classes->taken_from] = -*weights;
          }
          each(j++, part, k, classes == nullptr ? weights : spread.data());
        }
      });
}

/// The steps of all learners of a feature together: several numbers for each, one a score.
class step_sums {
 public:
  explicit step_sums(std::int64_t scores)
      : scores_(scores),
        base_(static_cast<std::size_t>(scores), 0.0),
        missing_(static_cast<std::size_t>(scores), 0.0) {}

  /// Adds h with its weights, one a score.
  void add(const step_function& h, const double* weights) {
    for (std::int64_t s = 0; s < scores_; ++s) {
      base_[s] += weights[s] * h.base;
      missing_[s] += weights[s] * h.missing;
    }
    for (const step& one : h.steps) {
      places_.push_back(one.at);
      lasting_.push_back(h.of_levels ? 0 : 1);
      for (std::int64_t s = 0; s < scores_; ++s) rises_.push_back(weights[s] * one.rise);
    }
  }

  [[nodiscard]] std::vector<double> of_numbers() const {
    std::vector<double> points;
    std::vector<double> sums = base_;
    const std::vector<std::size_t> order = ascending(true);
    for (std::size_t k = 0; k < order.size();) {
      const double at = places_[order[k]];
      append(points, at, sums);
      for (; k < order.size() && places_[order[k]] == at; ++k) rise(sums, order[k]);
      append(points, at, sums);
    }
    if (order.empty()) append(points, 0, sums);
    append(points, std::numeric_limits<double>::quiet_NaN(), missing_);
    return points;
  }

  [[nodiscard]] std::vector<double> of_levels(std::int64_t levels) const {
    std::vector<double> points;
    std::vector<double> sums = base_;
    const std::vector<std::size_t> lasting = ascending(true);
    const std::vector<std::size_t> of_one_level = ascending(false);
    auto next = lasting.begin();
    auto there = of_one_level.begin();
    for (std::int64_t level = 0; level < levels; ++level) {
      const auto code = static_cast<double>(level);
      for (; next != lasting.end() && places_[*next] < code; ++next) rise(sums, *next);
      std::vector<double> here = sums;
      for (; there != of_one_level.end() && places_[*there] == code; ++there) rise(here, *there);
      append(points, code, here);
    }
    append(points, std::numeric_limits<double>::quiet_NaN(), missing_);
    return points;
  }

 private:
  /// The steps that all larger values take too, or those of one level.
  [[nodiscard]] std::vector<std::size_t> ascending(bool lasting) const {
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < places_.size(); ++k)
      if ((lasting_[k] != 0) == lasting) order.push_back(k);
    std::stable_sort(order.begin(), order.end(),
                     [this](std::size_t a, std::size_t b) { return places_[a] < places_[b]; });
    return order;
  }
  void rise(std::vector<double>& sums, std::size_t step) const {
    for (std::int64_t s = 0; s < scores_; ++s)
      sums[s] += rises_[step * static_cast<std::size_t>(scores_) + s];
  }
  static void append(std::vector<double>& points, double x, const std::vector<double>& values) {
    points.push_back(x);
    points.insert(points.end(), values.begin(), values.end());
  }

  std::int64_t scores_;
  std::vector<double> base_;
  std::vector<double> missing_;
  std::vector<double> places_;  // of the steps
  std::vector<char> lasting_;
  std::vector<double> rises_;  // steps x scores
};

}  // namespace

learner_features features_of_learners(const learner_sequence& learners) {
  learner_features found;
  found.of_learner.reserve(static_cast<std::size_t>(learners.size()));
  std::vector<std::int64_t> features;
  for (const auto& part : learners.parts())
    for (std::int64_t k = 0; k < part->size(); ++k) {
      features.clear();
      part->features_of(k, features);
      if (features.size() > 1 && found.why_not.empty())
        found.why_not = text("weak learner ", found.of_learner.size(), " (", part->kind(),
                             ") looks at ", features.size(), " features");
      found.of_learner.push_back(features.empty() ? -1 : features.front());
    }
  return found;
}

std::vector<double> intercept(const ensemble_parts& parts,
                              const std::vector<std::int64_t>& feature_of_learner) {
  std::vector<double> sums = parts.final_stage.bias;
  step_function h;
  for_each_learner(
      parts, [&](std::int64_t j, const weak_learners& part, std::int64_t k, const double* weights) {
        if (feature_of_learner[j] >= 0 || !part.find_steps(k, h)) return;
        for (std::size_t s = 0; s < sums.size(); ++s) sums[s] += weights[s] * h.base;
      });
  return sums;
}

std::vector<double> shape_function(const ensemble_parts& parts,
                                   const std::vector<std::int64_t>& feature_of_learner,
                                   std::int64_t feature, std::int64_t levels) {
  step_sums sums(parts.values());
  bool looked_at = false;
  step_function h;
  for_each_learner(
      parts, [&](std::int64_t j, const weak_learners& part, std::int64_t k, const double* weights) {
        if (feature_of_learner[j] != feature) return;
        looked_at = true;
        if (!part.find_steps(k, h))
          fail(COPPICE_UNAVAILABLE, "the shape function of feature ", feature,
               " has no points: weak learner ", j, " (", part.kind(), ") is not made of steps");
        sums.add(h, weights);
      });
  if (!looked_at) return {};
  return levels > 0 ? sums.of_levels(levels) : sums.of_numbers();
}

}  // namespace coppice
