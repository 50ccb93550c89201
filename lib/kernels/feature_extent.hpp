// What a kernel knows of its training rows, feature by feature: which features it looks at, their
// range, how far they scatter, and the midpoints between their values.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/document.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/dataset.hpp"

namespace coppice {

enum class extent_wanted {
  nothing,
  range,
  radius,
  scatter,  // mean deviation and variance
  range_and_scatter,
  midpoints
};

struct feature_extent {
  /// The features that are looked at; null for all of them.
  std::shared_ptr<const std::vector<std::int64_t>> features;
  std::int64_t width = 0;  // how many these are

  // Of each of them, where the range is wanted.
  std::vector<double> least;
  std::vector<double> most;

  double radius = 0;  // the largest ||x||, where it is wanted

  // Means over features; known while a kernel is settled only.
  double deviation = 0;  // of the mean absolute deviations from the mean
  double variance = 0;   // of the variances

  /// The midpoints of each of them, ascending, where they are wanted.
  std::vector<std::vector<double>> midpoints;

  /// Half the sum of all ranges, Delta_S.
  [[nodiscard]] double half_range() const;

  /// Where a value lies for kernels of midpoints: how many of them lie between 0 and it, those
  /// below 0 counted negatively.
  [[nodiscard]] double rank(std::int64_t feature, double value) const;

  /// Whether range and midpoints are those of another: they say what a row is mapped to.
  [[nodiscard]] bool maps_alike(const feature_extent& other) const {
    return least == other.least && most == other.most && midpoints == other.midpoints;
  }

  [[nodiscard]] document save() const;
};

/// Of the rows of a dataset, all of whose values are finite. Rows scatter by their weights.
feature_extent extent_of(const dataset& examples, dataset::feature_list features,
                         extent_wanted wanted, thread_team& team, const progress& report);

/// As save() wrote it.
feature_extent load_extent(document& saved, extent_wanted wanted, std::int64_t features);

}  // namespace coppice
