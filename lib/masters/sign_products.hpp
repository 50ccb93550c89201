// Inner products of vectors of -1 and +1 that stand as bits: as many as there are signs, less twice
// as many as differ. They are whole numbers, and exact.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "core/unset_vector.hpp"
#include "masters/design.hpp"

namespace coppice {

/// Vectors of so many signs as bits, in so many words each.
struct vectors_of_signs {
  const unset_vector<std::uint64_t>& bits;
  std::int64_t count;
  std::int64_t words;
  std::int64_t signs;
};

/// Columns in blocks of 64: bit c of word i of a block is row i of its column c.
struct columns_of_signs {
  const std::vector<std::unique_ptr<std::uint64_t[]>>& blocks;
  std::int64_t count;
  std::int64_t rows;
};

constexpr std::int64_t signs_a_word = 64;

/// Words to give room to: from four on whole vectors are counted faster, even if half empty.
std::int64_t padded_words(std::int64_t words);

/// Where a column of ones is to stand beside others.
enum class ones { before, behind, nowhere };

/// The columns on some of the rows; their bits stand in `bits`.
vectors_of_signs signs_on_rows(const columns_of_signs& columns, const row_indices& rows,
                               ones of_ones, unset_vector<std::uint64_t>& bits, thread_team& team,
                               const progress& report);

/// The products of each with itself and those after it, times `factor`, are added to the lower
/// triangle of `to`, which may be larger.
void add_products_of_signs(const vectors_of_signs& of, double factor, matrix_view& to,
                           thread_team& team, const progress& report);

}  // namespace coppice
