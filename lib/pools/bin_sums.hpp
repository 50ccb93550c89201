// What residuals sum up to over the bins of columns, kept from one pricing to the next, since
// little of it changes. Most rows keep a single residual (their dual stays at a bound): then only
// the bins of the other rows are corrected, and all is summed up anew, against rounding, when that
// costs no more than the corrections did. Where every residual changes but many are 0, as with the
// squared hinge, only the rows of the others are summed up, row by row (60,000 rows of MNIST, of
// which 46 to 60 percent are such: two thirds of the time of all rows by columns). Several
// residuals change in every row, but often along fewer directions than there are residuals: then
// the directions are summed up, and their sums are what the sums of the residuals change by.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/binned_columns.hpp"
#include "data/binned_rows.hpp"
#include "data/row_numbers.hpp"
#include "learners/pricing.hpp"

namespace coppice {

class bin_sums {
 public:
  /// Of some columns of the bins. All but `chosen` outlives it.
  bin_sums(const binned_columns& bins, std::vector<std::int64_t> chosen, thread_team& team,
           const progress& report);

  /// Is given a chosen column, what the residuals sum up to over its bins (scores x bins) and what
  /// they sum up to over all rows (scores).
  using visitor =
      std::function<void(std::int64_t column, const double* sums, const double* totals)>;

  /// Sums up the residuals, and shows each chosen column to `visit` as soon as it is known: in any
  /// order, on any thread. An interruption passes through, and all is summed up anew afterwards.
  void sum_up(const residual_rows& residual, const visitor& visit);

 private:
  void sum_anew(const residual_rows& residual, bool keeps, const visitor& visit);
  void follow_steps(const residual_rows& residual, const visitor& visit);
  void add_rows(const visitor& visit);
  bool list_changes(const double* residual);

  /// Histograms of the numbers, where they are kept or in memory of their own.
  template <class Done>
  void histograms(const row_numbers& numbers, bool in_place, const Done& done);
  void show(std::int64_t column, double* sums, std::int64_t scores, const visitor& visit) const;
  /// The place of a column's sums.
  [[nodiscard]] double* kept(std::int64_t column, std::int64_t scores) {
    return &sums_[first_bin_[column] * scores];
  }

  const binned_columns& bins_;
  thread_team& team_;
  const progress& report_;
  std::vector<std::int64_t> chosen_;
  std::vector<const binned_column*> columns_;  // the chosen ones
  std::vector<bool> is_chosen_;                // of every column
  std::vector<std::int64_t> first_bin_ = {0};  // of every column, and the end of the last
  std::vector<double> sums_;                   // column after column, each scores x bins
  std::vector<double> totals_;                 // over all rows
  std::int64_t kept_scores_ = 0;               // of what `sums_` holds; 0 where it is out of date
  std::vector<double> last_residual_;          // of one score; empty where there are few rows
  std::vector<row_change> changes_;
  bool from_zero_ = true;         // and not from what is kept
  std::int64_t corrections_ = 0;  // of rows, since the sums were made anew
  std::unique_ptr<binned_rows> by_row_;
};

}  // namespace coppice
