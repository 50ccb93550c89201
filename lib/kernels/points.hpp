// Rows z that others are compared with, in the form that a kernel compares them in.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/few_rows.hpp"
#include "kernels/pair_sums.hpp"

namespace coppice {

/// Up to `rows_together` rows x, prepared once and then compared with any points of the set.
class ready_rows {
 public:
  ready_rows() = default;
  virtual ~ready_rows() = default;
  ready_rows(const ready_rows&) = delete;
  ready_rows& operator=(const ready_rows&) = delete;

  /// As kernel_points::compare() does.
  virtual void compare(std::int64_t first, std::int64_t count, double* out) const = 0;
};

class kernel_points {
 public:
  kernel_points() = default;
  virtual ~kernel_points() = default;
  kernel_points(const kernel_points&) = delete;
  kernel_points& operator=(const kernel_points&) = delete;

  [[nodiscard]] virtual std::int64_t size() const noexcept = 0;

  /// out[j * places + q] = K(x_q, z_{first + j}) for up to `rows_together` rows x of all features:
  /// of one row `places` is 1, of more it is `rows_together`. The value of two rows is the same,
  /// bit for bit, wherever they stand.
  virtual void compare(const few_rows& x, std::int64_t first, std::int64_t count,
                       double* out) const = 0;

  /// Rows x prepared: the part of compare()'s work that does not depend on the points. These points
  /// and whatever x refers to must outlive the result.
  [[nodiscard]] virtual std::unique_ptr<const ready_rows> ready(const few_rows& x) const;

  /// Whether comparing runs the caller's callbacks, which is done on the calling thread alone.
  [[nodiscard]] virtual bool calls_back() const noexcept { return false; }
};

constexpr std::int64_t places_of_rows(std::int64_t count) {
  return count == 1 ? 1 : rows_together;
}

}  // namespace coppice
