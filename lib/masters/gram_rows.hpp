// Rows of a Gram matrix K(x_i, x_j), computed when they are asked for, several at once, and kept
// within a budget of memory; those that were asked for longest ago go first. They are doubles, as
// the objectives are judged by them: floats were no faster on a9a, ijcnn1 and 10,000 digits, and
// left objectives of large costs with an error of 1e-5.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/feature_matrix.hpp"
#include "kernels/kernel.hpp"

namespace coppice {

class gram_rows {
 public:
  /// Of the kernel's points, which are all rows of the matrix. All outlive this object. Throws
  /// COPPICE_INVALID_OPTION where the budget is too small for two rows.
  gram_rows(const kernel_points& points, const feature_matrix& rows, double megabytes,
            thread_team& team, const progress& report);

  [[nodiscard]] std::int64_t size() const noexcept { return size_; }

  /// How many rows may be asked for at once.
  [[nodiscard]] std::int64_t capacity() const noexcept { return capacity_; }

  /// The largest magnitude of a value so far.
  [[nodiscard]] double largest() const noexcept { return largest_; }

  /// The named rows, all different, of size() numbers each, valid until others are asked for.
  /// Throws COPPICE_INVALID_DATA where a value is not finite.
  [[nodiscard]] std::vector<const double*> rows(const std::vector<std::int64_t>& wanted);

 private:
  struct slot {
    std::vector<double> values;
    std::int64_t row = -1;
    std::int64_t asked = -1;  // when
  };
  [[nodiscard]] slot& free_slot();
  void compute(const std::vector<std::int64_t>& missing, const std::vector<slot*>& into);
  void compute_together(const std::int64_t* missing, slot* const* into, std::int64_t count);
  void refuse(const std::int64_t* missing, slot* const* into, std::int64_t count) const;

  const kernel_points& points_;
  const feature_matrix& rows_;
  thread_team& team_;
  thread_team alone_{1};
  const progress& report_;
  std::int64_t size_;
  std::int64_t capacity_;
  double largest_ = 0;
  std::int64_t clock_ = 0;
  std::vector<slot> slots_;
  std::vector<std::int32_t> slot_of_row_;  // -1: not there
};

}  // namespace coppice
