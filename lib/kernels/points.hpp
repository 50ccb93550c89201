// Rows z that others are compared with, in the form that a kernel compares them in.
#pragma once

#include <cstdint>

#include "data/row_block.hpp"
#include "kernels/pair_sums.hpp"

namespace coppice {

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
  virtual void compare(const row_block& x, std::int64_t first, std::int64_t count,
                       double* out) const = 0;

  /// Whether comparing runs the caller's callbacks, which is done on the calling thread alone.
  [[nodiscard]] virtual bool calls_back() const noexcept { return false; }
};

constexpr std::int64_t places_of(const row_block& x) {
  return x.rows == 1 ? 1 : rows_together;
}

}  // namespace coppice
