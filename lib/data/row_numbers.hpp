// Several numbers a row, such as the residuals of K classes, and their histograms by the bins of
// columns: sums[s][b] = the sum of u[i][s] over the listed rows i of bin b.
//
// The numbers of a row lie side by side, so that its bin is looked up once for eight of them, which
// are added as vectors; and a block of rows is summed up by several columns while it is in the
// cache. Where there are few rows a bin, number after number and column after column.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "data/binned_columns.hpp"

namespace coppice {

class row_numbers {
 public:
  /// u[i][s] = values[i * row_stride + s * score_stride], copied; scores >= 1. The columns outlive
  /// it.
  row_numbers(std::vector<const binned_column*> columns, const double* values, std::int64_t rows,
              std::int64_t scores, std::int64_t row_stride, std::int64_t score_stride,
              const progress& report);

  [[nodiscard]] std::int64_t scores() const noexcept { return scores_; }

  /// What each of them adds up to over all rows.
  [[nodiscard]] const std::vector<double>& totals() const noexcept { return totals_; }

  /// Where the parts of the columns begin that are best summed up at once, and the end.
  [[nodiscard]] std::vector<std::int64_t> parts() const;

  /// Writes the histograms of some columns, one after the other from `first_column` on, scores x
  /// bins, to where `sums` points for each. A common bin, of which no row is listed, gets 0. The
  /// sums are the same in whatever parts the columns are summed up.
  void histograms(std::int64_t first_column, const std::vector<double*>& sums,
                  const progress& report) const;

 private:
  struct group {
    std::int64_t first;  // score
    std::int64_t width;  // scores: 8, 4, 2 or 1
  };
  std::vector<const binned_column*> columns_;
  std::int64_t rows_;
  std::int64_t scores_;
  std::vector<group> groups_;
  std::vector<double> values_;  // group after group, each rows x width
  std::vector<double> totals_;
};

}  // namespace coppice
