#include "model/shape_tables.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace coppice {

bool shape_table::add_places(const step_function& h) {
  if (h.steps.empty()) return true;
  if (places_.empty()) of_levels_ = h.of_levels;
  for (const step& one : h.steps) places_.push_back(one.at);
  return h.of_levels == of_levels_;
}

void shape_table::close_places(std::int64_t scores) {
  std::sort(places_.begin(), places_.end());
  places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
  scores_ = scores;
  values_.assign(static_cast<std::size_t>(cells() * scores), 0.0);
}

void shape_table::add(const step_function& h, std::int64_t score, double weight) {
  values_[score] += weight * h.base;
  values_[(cells() - 1) * scores_ + score] += weight * h.missing;
  for (const step& one : h.steps) {
    const auto place = std::lower_bound(places_.begin(), places_.end(), one.at) - places_.begin();
    values_[(place + 1) * scores_ + score] += weight * one.rise;
  }
}

/// A number has taken all steps below it, a level its own alone.
void shape_table::close() {
  const std::int64_t missing = (cells() - 1) * scores_;
  for (std::int64_t k = scores_; k < missing; ++k)
    values_[k] += values_[of_levels_ ? k % scores_ : k - scores_];
}

std::int64_t shape_table::cell_of(double x) const {
  if (std::isnan(x)) return cells() - 1;
  constexpr std::size_t few = 8;
  if (of_levels_ || places_.size() > few) {
    const auto place = std::lower_bound(places_.begin(), places_.end(), x);
    const std::int64_t below = place - places_.begin();
    if (!of_levels_) return below;
    return place != places_.end() && *place == x ? below + 1 : 0;
  }
  std::int64_t below = 0;
  for (const double place : places_) below += place < x ? 1 : 0;
  return below;
}

/// By the differences to the first cell with rows, so that what is constant has none.
double shape_table::variance(std::int64_t score, const double* weights) const {
  const double* const used =
      std::find_if(weights, weights + cells(), [](double weight) { return weight > 0; });
  if (used == weights + cells()) return 0;
  const double* const of_first = &values_[(used - weights) * scores_ + score];
  double weight = 0;
  double sum = 0;
  for (std::int64_t c = 0; c < cells(); ++c) {
    weight += weights[c];
    sum += weights[c] * (values_[c * scores_ + score] - *of_first);
  }
  const double mean = sum / weight;
  double squares = 0;
  for (std::int64_t c = 0; c < cells(); ++c) {
    const double difference = values_[c * scores_ + score] - *of_first - mean;
    squares += weights[c] * difference * difference;
  }
  return squares / weight;
}

std::vector<shape_table> shape_tables(const ensemble_parts& of, const progress& report) {
  // Calls each(feature, whether h is the learner's steps, weight, classes) for learners of one.
  std::vector<std::int64_t> features;
  step_function h;
  const auto for_each_of_one_feature = [&](const auto& each) {
    std::int64_t seen = 0;
    of.for_each_part(of.final_stage.weights, [&](const weak_learners& part, const double* weight,
                                                 const two_classes* classes) {
      for (std::int64_t j = 0; j < part.size(); ++j, weight += of.weights_a_learner()) {
        report.poll_at(seen++);
        features.clear();
        part.features_of(j, features);
        if (features.size() == 1) each(features.front(), part.find_steps(j, h), weight, classes);
      }
    });
  };
  std::map<std::int64_t, shape_table> tables;
  std::set<std::int64_t> others;
  for_each_of_one_feature([&](std::int64_t d, bool has_steps, const double* /*weight*/,
                              const two_classes* /*classes*/) {
    if (!has_steps || !tables.try_emplace(d, d).first->second.add_places(h)) others.insert(d);
  });
  for (const std::int64_t d : others) tables.erase(d);
  for (auto& [d, table] : tables) table.close_places(of.values());
  for_each_of_one_feature(
      [&](std::int64_t d, bool /*has_steps*/, const double* weight, const two_classes* classes) {
        const auto found = tables.find(d);
        if (found == tables.end()) return;
        if (classes == nullptr) {
          for (std::int64_t s = 0; s < of.values(); ++s) found->second.add(h, s, weight[s]);
          return;
        }
        found->second.add(h, classes->added_to, *weight);
        if (classes->taken_from >= 0) found->second.add(h, classes->taken_from, -*weight);
      });
  std::vector<shape_table> closed;
  for (auto& [d, table] : tables) {
    table.close();
    closed.push_back(std::move(table));
  }
  return closed;
}

}  // namespace coppice
