// Rows of a training set that its rows are compared with: columns of its Gram matrix.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/feature_matrix.hpp"
#include "kernels/kernel.hpp"

namespace coppice {

/// Values of some of the rows asked for with some columns: that of row row + q and column
/// first + k is at k * places + q.
struct kernel_values {
  const double* values;
  std::int64_t row;
  std::int64_t rows;
  std::int64_t places;
  std::int64_t first;
  std::int64_t count;
};

class kernel_columns {
 public:
  /// Of those rows, ascending. Kernel and rows outlive this object.
  kernel_columns(const kernel& by, const feature_matrix& rows, std::vector<std::int64_t> columns,
                 const progress& report);

  [[nodiscard]] const std::vector<std::int64_t>& list() const noexcept { return columns_; }
  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(columns_.size());
  }

  /// out[q][k] = K(x_rows[q], x_column k) for any number of rows; returns the largest magnitude.
  /// Throws COPPICE_INVALID_DATA where a value is not finite.
  double fill(const std::vector<std::int64_t>& rows, const std::vector<double*>& out,
              thread_team& team, const progress& report) const;

  /// out[k] += sum_j coefficients[j] K(x_rows[j], x_column k), in the order of the rows; returns
  /// the largest magnitude of these kernels. Throws as fill() does.
  double add_products(const std::vector<std::int64_t>& rows,
                      const std::vector<double>& coefficients, std::vector<double>& out,
                      thread_team& team, const progress& report) const;

 private:
  /// Calls each(values) for pieces of the columns and of the rows, on any thread. All is as in
  /// fill().
  template <class Each>
  double compare(const std::vector<std::int64_t>& rows, thread_team& team, const progress& report,
                 const Each& each) const;
  [[noreturn]] void refuse(const std::int64_t* rows, std::int64_t count, std::int64_t first) const;

  const feature_matrix& rows_;
  std::vector<std::int64_t> columns_;
  std::unique_ptr<const kernel_points> points_;
};

/// The largest magnitude; NaN where a value is not finite.
double largest_magnitude(const double* values, std::int64_t count);

/// 0, 1, .., count - 1.
std::vector<std::int64_t> every_column(std::int64_t count);

}  // namespace coppice
