// Features cut into bins, exactly: one bin for each distinct value, and between neighbouring
// values lo < hi the cut lo + (hi - lo) / 2 (lo where rounding gives hi). These are the midpoints
// that decision stumps use: x > cut k holds for the values of the bins after k, and no others.
// Where fewer bins are asked for, neighbouring values share one so that the rows of each weigh
// about as much; the cuts that are left are still midpoints of neighbouring values. Missing values
// have a bin of their own, behind those of all values, whatever the limit.
//
// A categorical feature has a bin for each level that some row has, whatever the limit, and no
// cuts: it has no order.
//
// A column whose rows mostly share one bin (zeros, usually) lists only the other rows, so that a
// histogram costs what is there. How a column is kept depends on its values alone, not on the form
// they came in: sparse and dense sources give the same bins, and the same models.
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/feature_levels.hpp"
#include "data/feature_matrix.hpp"

namespace coppice {

struct binned_column {
  std::int64_t feature = 0;
  std::vector<double> cuts;          // ascending; bin b is above cut b - 1 and not above cut b
  std::vector<std::int32_t> levels;  // of a categorical feature: the code of each bin, ascending
  std::vector<std::uint32_t> rows;   // those not in `common_bin`; empty where every row is listed
  std::uint32_t common_bin = 0;      // no other has more rows
  bool lists_every_row = true;
  bool has_missing = false;  // then the last bin is of these
  std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>>
      bins;  // of the listed rows

  [[nodiscard]] bool categorical() const noexcept { return !levels.empty(); }
  /// The bins but that of missing values.
  [[nodiscard]] std::size_t value_bins() const noexcept {
    return categorical() ? levels.size() : cuts.size() + 1;
  }
  [[nodiscard]] std::size_t bin_count() const noexcept {
    return value_bins() + (has_missing ? 1 : 0);
  }

  /// Gives the common bin its sum: the total of u less the sums of the others.
  void add_common(double* sums, double total) const;

  /// Of rows i = first .. last - 1: out[i] = +1 where row i is above cut `cut`, else -1; missing
  /// values are above every cut, or below. Nothing but missing values is above cut cuts.size().
  void compare(std::int64_t cut, bool missing_above, std::int64_t first, std::int64_t last,
               float* out) const;

  /// Of the same rows: out[i] = of_bin[b] where row i is in bin b < bin_count().
  void look_up(const float* of_bin, std::int64_t first, std::int64_t last, float* out) const;
};

/// How many bins a feature of numbers may have, 0 for as many as it has values; and the weights
/// of the rows, which share out limited bins. No weights are the weight 1 for every row.
struct bin_limit {
  std::int64_t max_bins;
  const std::vector<double>& weights;
};

class binned_columns {
 public:
  binned_columns(const feature_matrix& values, const feature_levels& levels, const bin_limit& limit,
                 thread_team& team, const progress& report);

  /// The same as of `values` alone, whose row i is row rows[i] of a whole, from the exact bins of
  /// that whole: nothing is sorted. The weights are those of the rows of `values`.
  binned_columns(const feature_matrix& values, const std::vector<std::int64_t>& rows,
                 const binned_columns& exact_of_whole, const bin_limit& limit, thread_team& team,
                 const progress& report);

  [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
  /// The features that take more than one value, or are missing in some rows and not in others,
  /// ascending.
  [[nodiscard]] const std::vector<binned_column>& columns() const noexcept { return columns_; }

 private:
  explicit binned_columns(std::int64_t rows);
  void drop_constant_columns();

  std::int64_t rows_;
  std::vector<binned_column> columns_;
};

}  // namespace coppice
