// Rows of a Gram matrix K(x_i, x_j), computed when they are asked for, several at once, and kept
// within a budget of memory; those that were asked for longest ago go first. They are doubles, as
// the objectives are judged by them: floats were no faster on a9a, ijcnn1 and 10,000 digits, and
// left objectives of large costs with an error of 1e-5.
//
// A row need not be whole: it has the columns that were named last. Where a common matrix has the
// values, all columns stand by its groups, and a row is where the parts of that matrix are: folds
// that copied them took a sixth longer to choose C.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "core/unset_vector.hpp"
#include "data/feature_matrix.hpp"
#include "kernels/kernel.hpp"
#include "masters/common_gram.hpp"
#include "masters/kernel_columns.hpp"

namespace coppice {

/// The values of a row, in pieces: piece p has those of columns() from piece_begins()[p] to before
/// piece_begins()[p + 1].
using gram_row = const double* const*;

class gram_rows {
 public:
  /// With all columns. All arguments outlive this object; `common` is a matrix to take values from
  /// where it has them, null for none. Throws COPPICE_INVALID_OPTION where the budget is too small
  /// for two rows.
  gram_rows(const kernel& by, const feature_matrix& rows, double megabytes, common_gram* common,
            thread_team& team, const progress& report);

  /// Of the matrix.
  [[nodiscard]] std::int64_t size() const noexcept { return rows_.rows(); }

  /// Of how many rows the budget holds the matrix; size() where it holds all of it.
  [[nodiscard]] std::int64_t rows_of_whole() const noexcept;

  /// From now on rows have these columns, which ascend. What is there of them is kept where all of
  /// them were there before.
  void take_columns(const std::vector<std::int64_t>& columns);

  /// In the order of a row's values: ascending, or by groups of the common matrix.
  [[nodiscard]] const std::vector<std::int64_t>& columns() const { return from_.columns; }
  [[nodiscard]] const std::vector<std::int64_t>& piece_begins() const { return from_.begins; }

  /// Whether further rows take the place of others.
  [[nodiscard]] bool is_full() const noexcept {
    return capacity_ < size() && static_cast<std::int64_t>(slots_.size()) == capacity_;
  }

  /// How many rows may be asked for at once.
  [[nodiscard]] std::int64_t capacity() const noexcept { return capacity_; }

  /// The largest magnitude of a value so far.
  [[nodiscard]] double largest() const noexcept { return largest_; }

  /// The named rows, all different, a number for each of columns(), valid until others are asked
  /// for. Throws COPPICE_INVALID_DATA where a value is not finite.
  [[nodiscard]] std::vector<gram_row> rows(const std::vector<std::int64_t>& wanted);

  /// out[k] += sum_j coefficients[j] K(x_rows[j], x_columns[k]) with columns of its own; no row is
  /// kept.
  void add_products(const std::vector<std::int64_t>& rows, const std::vector<double>& coefficients,
                    const std::vector<std::int64_t>& columns, std::vector<double>& out);

 private:
  /// A group of the common matrix, and which of its columns: none are named where they are all.
  struct common_piece {
    std::size_t group;
    std::vector<std::int32_t> from;
  };
  struct slot {
    unset_vector<double> values;  // but for those that the common matrix has side by side
    std::vector<const double*> pieces;
    std::int64_t row = -1;
    std::int64_t asked = -1;  // when
  };
  /// Columns, and where their values come from.
  struct column_source {
    std::vector<std::int64_t> columns;
    std::vector<std::int64_t> begins;           // of the pieces, and the end of the last
    std::unique_ptr<const kernel_columns> own;  // null where they are those of the common matrix:
    std::vector<common_piece> common;
  };
  void make_room();
  void forget() noexcept;
  [[nodiscard]] bool keep_columns(const std::vector<std::int64_t>& columns);
  [[nodiscard]] slot& free_slot();
  [[nodiscard]] column_source source_of(std::vector<std::int64_t> columns) const;
  [[nodiscard]] column_source source_in_common() const;
  [[nodiscard]] std::vector<common_gram::place> places_of(
      const std::vector<std::int64_t>& rows) const;
  void compute(const std::vector<std::int64_t>& missing, const std::vector<slot*>& into);
  void take_from_common(const std::vector<std::int64_t>& missing, const std::vector<slot*>& into);

  const kernel& by_;
  const feature_matrix& rows_;
  double megabytes_;
  thread_team& team_;
  const progress& report_;
  common_gram* common_ = nullptr;           // null where nothing is taken from it:
  std::vector<common_gram::place> places_;  // of all rows in it
  column_source from_;
  std::int64_t capacity_ = 0;
  double largest_ = 0;
  std::int64_t clock_ = 0;
  std::vector<slot> slots_;
  std::vector<std::int32_t> slot_of_row_;  // -1: not there
};

}  // namespace coppice
