// The Gram matrix Z'Z of columns of signs and a column of ones over some of the rows, kept from one
// call to the next: while columns are added and few rows come and go, only what these change is
// counted. Its entries are whole numbers, so that nothing is lost by it.
//
// Rows that come and go are counted as they would be alone. A new column is compared with the
// others over all rows, where those that are not taken are masked out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "core/unset_vector.hpp"
#include "masters/design.hpp"
#include "masters/sign_products.hpp"

namespace coppice {

class gram_of_signs {
 public:
  /// Goes on to the columns, which are those of the last call and maybe more, and to rows in
  /// ascending order. Where it is interrupted the next call counts all.
  void go_to(const columns_of_signs& columns, const row_indices& rows, thread_team& team,
             const progress& report);

  /// The columns from number `count` on are no longer there.
  void forget_from(std::int64_t count) noexcept {
    columns_ = std::min(columns_, count);
    stood_up_ = std::min(stood_up_, count);
  }

  /// Adds it times `factor` to the lower triangle of `to`, the ones as a last column where wanted.
  void add_to(matrix_view& to, double factor, bool with_ones) const;

 private:
  void find_changes(const row_indices& rows, const progress& report);
  [[nodiscard]] bool is_worth_keeping(const columns_of_signs& columns,
                                      const row_indices& rows) const;
  void make_room(std::int64_t columns);
  void add_rows(const columns_of_signs& columns, const row_indices& rows, double factor,
                thread_team& team, const progress& report);
  void add_columns(const columns_of_signs& columns, const row_indices& rows, thread_team& team,
                   const progress& report);
  void stand_up(const columns_of_signs& columns, thread_team& team, const progress& report);

  matrix counts_;             // the lower triangle, the ones as column 0; larger than it must be
  std::int64_t columns_ = 0;  // that are counted; 0 where nothing is
  row_indices rows_;          // that are counted
  row_indices came_;
  row_indices went_;
  unset_vector<std::uint64_t> bits_;  // of some rows

  // Every column by itself, in blocks of 64: the words of one after those of the other.
  std::vector<std::unique_ptr<std::uint64_t[]>> standing_;
  std::int64_t stood_up_ = 0;
};

}  // namespace coppice
