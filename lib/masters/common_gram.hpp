// The Gram matrix of a dataset's rows for fits that have rows in common: folds of cross-validation,
// problems of two of many classes, several outputs of one regression. Their rows of the matrix
// (gram_rows.hpp) are taken from here; each is computed when the first of them asks for it, and
// kept as long as this object.
//
// Rows are in parts, one for each group of columns: a problem of two classes needs the columns of
// two groups only. Threads may ask at the same time; two that both miss a part both compute it and
// find the same values: others get those of one of them, and the memory of both stays in use.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/number_blocks.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/feature_matrix.hpp"
#include "kernels/kernel.hpp"
#include "masters/kernel_columns.hpp"

namespace coppice {

/// The kernel of all rows, settled when it is first needed.
using kernel_maker =
    std::function<std::shared_ptr<const kernel>(thread_team& team, const progress& report)>;

class common_gram {
 public:
  /// Which row of the matrix a row of some problem is, and its column by group.
  struct place {
    std::int32_t row;
    std::int32_t group;
    std::int32_t column;  // of the group
  };

  /// Whether so much memory holds the matrix.
  static bool fits(std::int64_t rows, std::int64_t groups, double megabytes);

  /// Some columns, by their groups: column from[c] of the group is the to[c]-th of them.
  struct columns_of_group {
    std::vector<std::int32_t> from;
    std::vector<std::int32_t> to;
    bool are_in_order = false;  // from[c] = to[c] = c, and no other group has any

    void add(double by, const double* values, double* sums) const;
  };
  using column_set = std::vector<columns_of_group>;

  /// The group of every row, or that it has no place in the matrix.
  static constexpr std::int32_t left_out = -1;
  common_gram(feature_matrix rows, std::vector<std::int32_t> group_of_row,
              kernel_maker make_kernel);

  /// Where these rows are, for a fit whose kernel is `by`. Empty where they are not all among those
  /// of the matrix, or where that kernel has other values, as it was settled on fewer rows.
  std::vector<place> places_of(const kernel& by, const feature_matrix& rows, thread_team& team,
                               const progress& report);

  [[nodiscard]] column_set columns_at(const std::vector<place>& places) const;

  /// Whether these are all columns of the group, in its order.
  [[nodiscard]] bool is_whole(std::size_t group, const std::vector<std::int32_t>& columns) const;

  /// K of these rows and a group's columns, and after them the largest magnitude of the row's;
  /// both stay where they are as long as this object. Throws COPPICE_INVALID_DATA where a value is
  /// not finite.
  [[nodiscard]] std::vector<const double*> values_of(std::size_t group,
                                                     const std::vector<place>& rows,
                                                     thread_team& team, const progress& report);
  [[nodiscard]] double largest_of(std::size_t group, const double* values) const {
    return values[groups_[group].size()];
  }

  /// out[k * scores + s] += sum_q coefficients[q * scores + s] K(x_rows[q], x_columns[k]), in the
  /// order of the rows. Throws as values_of() does.
  void add_products(const std::vector<place>& rows, const std::vector<double>& coefficients,
                    const column_set& columns, std::int64_t scores, std::vector<double>& out,
                    thread_team& team, const progress& report);

 private:
  /// What values_of() gives; null until it is there.
  using part = std::atomic<const double*>;

  [[nodiscard]] bool has_values_of(const kernel& by, thread_team& team, const progress& report);
  void find_places(const progress& report);
  [[nodiscard]] part& part_of(std::int64_t row, std::size_t group) {
    return parts_[static_cast<std::size_t>(row) * groups_.size() + group];
  }

  const feature_matrix rows_;
  const std::vector<std::int32_t> group_of_row_;
  const kernel_maker make_kernel_;
  std::mutex mutex_;  // for what is made when it is first needed:
  std::shared_ptr<const kernel> kernel_;
  std::vector<place> places_;             // of all rows, those left out too
  std::vector<std::int32_t> row_stored_;  // which row a stored one is; left_out for none
  std::vector<kernel_columns> groups_;
  std::unique_ptr<part[]> parts_;  // rows x groups, whose values are among:
  number_blocks values_;
};

}  // namespace coppice
