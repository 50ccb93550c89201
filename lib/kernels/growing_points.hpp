// Rows that others are compared with, of which more come and the oldest go, one at a time. They are
// compared in chunks of kernel_points, each made anew of the newest chunks where these are no
// larger: with n rows there are about log2 n chunks, and a row has been in as many. The values of
// two rows are the same, bit for bit, in whichever chunks they are.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "data/listed_row.hpp"
#include "kernels/kernel.hpp"

namespace coppice {

class growing_points {
 public:
  /// The rows of `rows` to begin with; all have its number of features.
  growing_points(std::shared_ptr<const kernel> by, const feature_matrix& rows);

  [[nodiscard]] const std::shared_ptr<const kernel>& by() const noexcept { return by_; }
  [[nodiscard]] std::int64_t size() const noexcept { return size_; }
  [[nodiscard]] feature_matrix rows() const { return matrix_of(0, size_); }

  /// K(x, z_j) of all rows z_j from the oldest on; valid until the next call.
  const double* compare(const listed_row& x);

  /// K(x, x)
  [[nodiscard]] double compare_with_itself(const listed_row& x);

  /// Makes the next row ready, which commit() appends. Where this throws, or nothing is committed,
  /// nothing has changed.
  void prepare(const listed_row& x);
  void commit() noexcept;

  void drop_oldest() noexcept;
  void clear() noexcept;

 private:
  struct row {
    std::vector<std::int32_t> features;
    std::vector<double> values;
  };
  struct chunk {
    std::unique_ptr<kernel_points> points;
    std::int64_t first;  // those before it have gone
    [[nodiscard]] std::int64_t size() const { return points->size() - first; }
  };

  [[nodiscard]] feature_matrix matrix_of(std::int64_t first, std::int64_t count) const;
  /// Calls compared(block) with a row as kernels take it.
  template <class Compared>
  void with_dense(const listed_row& x, const Compared& compared);

  std::shared_ptr<const kernel> by_;
  std::int64_t features_;
  std::int64_t size_ = 0;
  std::deque<row> rows_;  // and perhaps one that is ready
  std::vector<chunk> chunks_;
  std::unique_ptr<kernel_points> ready_;  // what takes the place
  std::size_t replaced_ = 0;              // of so many chunks
  std::vector<double> values_;            // room for one a row
  std::vector<double> dense_;             // zeros
};

}  // namespace coppice
