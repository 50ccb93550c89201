// A kernel whose values the caller gives, as a matrix or by a callback.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/options.hpp"
#include "data/dataset.hpp"
#include "kernels/custom_kernel.hpp"
#include "kernels/feature_extent.hpp"
#include "kernels/points.hpp"

namespace coppice {

class given_values {
 public:
  given_values() = default;
  virtual ~given_values() = default;
  given_values(const given_values&) = delete;
  given_values& operator=(const given_values&) = delete;

  /// Throws where these are not values of a kernel on the training rows.
  virtual void check(const dataset& examples, const progress& report) const = 0;

  [[nodiscard]] virtual std::unique_ptr<kernel_points> points_of(const feature_matrix& rows,
                                                                 const progress& report) const = 0;

  /// Whether feature j of a row is its kernel with row j.
  [[nodiscard]] virtual bool are_columns() const noexcept { return false; }
};

/// What they are made from.
struct given_setting {
  const option_values& options;
  std::shared_ptr<const feature_extent> extent;
  const custom_kernels& callbacks;
};

/// Calls refuse(i, j) for a pair of rows whose two values differ by more than floats round: the
/// scale of a value is that of the kernels of its rows with themselves.
template <class Value, class Refuse>
void check_symmetry(std::int64_t rows, const Value& value, const Refuse& refuse,
                    const progress& report) {
  constexpr double rounding = 1e-6;
  std::vector<double> norms;
  for (std::int64_t i = 0; i < rows; ++i) norms.push_back(std::sqrt(std::abs(value(i, i))));
  const auto compare = [&](std::int64_t i, std::int64_t j) {
    const double one = value(i, j);
    const double other = value(j, i);
    const double scale = std::max({std::abs(one), std::abs(other), norms[i] * norms[j]});
    if (!(std::abs(one - other) <= rounding * scale)) refuse(i, j);
  };
  constexpr std::int64_t together = 64;  // as a matrix is read by columns too
  for (std::int64_t first = 0; first < rows; first += together)
    for (std::int64_t others = first; others < rows; others += together) {
      for (std::int64_t i = first; i < std::min(first + together, rows); ++i)
        for (std::int64_t j = std::max(i + 1, others); j < std::min(others + together, rows); ++j)
          compare(i, j);
      report.poll();
    }
}

}  // namespace coppice
