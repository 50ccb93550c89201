// A row by the values that are listed of it, as a stream is shown rows: those of some features, the
// others being 0, or of all of them. Sums over a row are the same, bit for bit, whichever way it is
// listed: values that are 0 add nothing, and the others keep their order.
#pragma once

#include <cstdint>

#include "core/numbers.hpp"

namespace coppice {

struct listed_row {
  const std::int32_t* features;  // ascending; null for the first, second, .. of all
  const double* values;
  std::int64_t entries;

  [[nodiscard]] std::int64_t feature(std::int64_t k) const {
    return features == nullptr ? k : features[k];
  }
};

/// sum_d weights_d x_d.
inline double dot(const double* weights, const listed_row& x) {
  if (x.features == nullptr) return dot(weights, x.values, x.entries);
  return sum_by_place(
      x.entries, [&](std::int64_t k) { return static_cast<std::uint32_t>(x.features[k]); },
      [&](std::int64_t k) { return weights[x.features[k]] * x.values[k]; });
}

/// sum_d x_d^2.
inline double squared_norm(const listed_row& x) {
  if (x.features == nullptr) return dot(x.values, x.values, x.entries);
  return sum_by_place(
      x.entries, [&](std::int64_t k) { return static_cast<std::uint32_t>(x.features[k]); },
      [&](std::int64_t k) { return x.values[k] * x.values[k]; });
}

}  // namespace coppice
