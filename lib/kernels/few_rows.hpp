// Up to `rows_together` rows x that points are compared with: a block, whose values are dense, one
// such row that is listed too, or rows of a matrix, which may be sparse and wide.
#pragma once

#include <cstdint>
#include <vector>

#include "data/feature_matrix.hpp"
#include "data/listed_row.hpp"
#include "data/row_block.hpp"

namespace coppice {

/// Rows of more features than these are taken as few at a time as can be, to save memory.
constexpr std::int64_t wide_rows = std::int64_t{1} << 17;

class few_rows {
 public:
  /// All that they refer to outlives this object.
  explicit few_rows(const row_block& block) : block_(block) {}
  few_rows(const row_block& row, const listed_row& listed) : block_(row), listed_(&listed) {}
  few_rows(const feature_matrix& from, const std::int64_t* rows, std::int64_t count)
      : block_{nullptr, count, from.features()}, matrix_(&from), rows_(rows) {}

  [[nodiscard]] std::int64_t count() const noexcept { return block_.rows; }

  /// The matrix where its entries are to be read one by one; null for dense rows.
  [[nodiscard]] const feature_matrix* sparse() const noexcept {
    return matrix_ != nullptr && matrix_->is_sparse() ? matrix_ : nullptr;
  }
  [[nodiscard]] std::int64_t row_in_matrix(std::int64_t q) const { return rows_[q]; }

  /// The entries of the only row where they are listed; else null.
  [[nodiscard]] const listed_row* listed() const noexcept { return listed_; }

  /// All of them as a block, which is in `room` where there was none.
  [[nodiscard]] row_block block(std::vector<double>& room) const {
    if (matrix_ == nullptr) return block_;
    room.resize(static_cast<std::size_t>(block_.rows * block_.features));
    for (std::int64_t q = 0; q < block_.rows; ++q)
      matrix_->copy_row(rows_[q], &room[q * block_.features]);
    return {room.data(), block_.rows, block_.features};
  }

 private:
  row_block block_;
  const listed_row* listed_ = nullptr;
  const feature_matrix* matrix_ = nullptr;
  const std::int64_t* rows_ = nullptr;
};

}  // namespace coppice
