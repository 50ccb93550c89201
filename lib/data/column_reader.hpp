// The values of one feature after another, where a matrix is stored by rows.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "core/unset_vector.hpp"
#include "data/feature_matrix.hpp"

namespace coppice {

/// One feature's values that are not 0, missing ones among them, rows ascending.
struct column_entries {
  unset_vector<std::int64_t> rows;
  unset_vector<double> values;
};

/// Reads a matrix by columns, polling `report`; any number of threads may read at once. Transposes
/// the sparse rows of the matrix once, when it is made, by the threads of a team where one is
/// given. The matrix and the report must outlive it.
class column_reader {
 public:
  column_reader(const feature_matrix& values, const progress& report, thread_team* team = nullptr);
  void read(std::int64_t feature, column_entries& out) const;
  [[nodiscard]] const feature_matrix& matrix() const noexcept { return matrix_; }

  /// The features that may have nonzero values, ascending: no more than there are entries, however
  /// wide a sparse matrix is.
  [[nodiscard]] std::vector<std::int64_t> features() const;

  /// No more values than these differ from 0.
  [[nodiscard]] std::int64_t entries() const;

 private:
  template <class Value>
  void read_dense(const Value* column, column_entries& out) const;

  const feature_matrix& matrix_;
  const progress& report_;
  std::vector<std::int64_t> starts_;
  unset_vector<std::int64_t> rows_;
  unset_vector<double> values_;
};

}  // namespace coppice
