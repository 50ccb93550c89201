// Several numbers a row, such as the residuals of K classes, and their histograms by the bins of
// columns: sums[s][b] = the sum of u[i][s] over the listed rows i of bin b.
//
// The numbers of a row lie side by side, so that its bin is looked up once for eight of them, which
// are added as vectors; and a block of rows is summed up by several columns while it is in the
// cache.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "data/binned_columns.hpp"

namespace coppice {

class row_numbers {
 public:
  /// u[i][s] = values[i * row_stride + s * score_stride], copied.
  row_numbers(const double* values, std::int64_t rows, std::int64_t scores, std::int64_t row_stride,
              std::int64_t score_stride, const progress& report);

  [[nodiscard]] std::int64_t scores() const noexcept { return scores_; }

  /// What each of them adds up to over all rows.
  [[nodiscard]] const std::vector<double>& totals() const noexcept { return totals_; }

  /// How many columns are best summed up at once; those left over are fewer.
  [[nodiscard]] std::int64_t columns_at_once() const noexcept;

  /// Writes the histograms of so many columns, scores x bins, to where `sums` points for each. As
  /// in binned_column::histogram, a common bin gets 0. The sums do not depend on which columns are
  /// summed up at once.
  void histograms(const std::vector<const binned_column*>& columns,
                  const std::vector<double*>& sums, const progress& report) const;

 private:
  std::int64_t rows_;
  std::int64_t scores_;
  std::vector<double> values_;  // groups of up to eight scores, each rows x its width
  std::vector<double> totals_;
};

}  // namespace coppice
