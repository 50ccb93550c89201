// The values of one feature after another, where a matrix is stored by rows.
#pragma once

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "core/unset_vector.hpp"
#include "data/column_lists.hpp"
#include "data/feature_matrix.hpp"

namespace coppice {

/// One feature's values that are not 0, missing ones among them, rows ascending.
struct column_entries {
  unset_vector<std::int64_t> rows;
  unset_vector<double> values;
};

/// All values of one feature, where every value of the matrix is a byte.
using column_bytes = unset_vector<std::uint8_t>;

/// Reads a matrix by columns, polling `report`; any number of threads may read at once. Transposes
/// the sparse rows of the matrix once, when it is made, by the threads of a team where one is
/// given. The matrix and the report must outlive it.
class column_reader {
 public:
  static constexpr std::int64_t most_at_once = 8;

  column_reader(const feature_matrix& values, const progress& report, thread_team* team = nullptr);
  void read(std::int64_t feature, column_entries& out) const { read(&feature, 1, &out); }

  /// The same of so many features, at most `most_at_once`, each to one of `out`. Where they lie
  /// side by side in dense rows, that is quicker than one after another.
  void read(const std::int64_t* features, std::int64_t count, column_entries* out) const;

  /// The same as bytes, where has_bytes().
  void read(const std::int64_t* features, std::int64_t count, column_bytes* out) const;
  [[nodiscard]] bool has_bytes() const noexcept {
    return std::holds_alternative<dense_rows<std::uint8_t>>(*matrix_.storage_);
  }

  /// How many features are best read at once by each thread of a team: the fewer the more rows
  /// there are, so that what is read takes little memory.
  [[nodiscard]] std::int64_t best_at_once(const thread_team& team) const;

  /// The features that may have nonzero values, ascending: no more than there are entries, however
  /// wide a sparse matrix is.
  [[nodiscard]] std::vector<std::int64_t> features() const;

 private:
  static constexpr std::int64_t rows_at_once = 8;

  /// Of each of so many features the values of some rows.
  template <class Value>
  using tile = std::array<std::array<Value, rows_at_once>, most_at_once>;

  template <class Value, class Take>
  void for_tiles(const Value* values, const std::int64_t* features, std::int64_t count,
                 const Take& take) const;
  template <class Value>
  void read_dense(const Value* values, const std::int64_t* features, std::int64_t count,
                  column_entries* out) const;

  const feature_matrix& matrix_;
  const progress& report_;
  column_lists<std::int64_t> lists_;  // of a sparse matrix
};

}  // namespace coppice
