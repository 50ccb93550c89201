// Phi, the design matrix of a margin problem, rows x columns, by the products that Newton's method
// takes with it (margin_newton.hpp): column_matrix.hpp has the outputs of weak learners, whose
// number grows, and design_matrix.hpp the features of a dataset or of a map.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/unset_vector.hpp"

namespace coppice {

/// Some rows, ascending, and a number for each of them.
using row_indices = unset_vector<std::int64_t>;
using row_values = unset_vector<double>;

class gram_of_signs;

class design {
 public:
  design() = default;
  virtual ~design() = default;
  design& operator=(const design&) = delete;

  [[nodiscard]] virtual std::int64_t columns() const noexcept = 0;

  /// f = start + Phi w; of all rows, or f[k] of rows[k].
  virtual void multiply(const vector& w, double start, std::vector<double>& f) const = 0;
  virtual void multiply(const vector& w, double start, const row_indices& rows,
                        row_values& f) const = 0;

  /// Row i of the same, added up as a model predicts: multiply() may differ by rounding.
  [[nodiscard]] virtual double multiply_row(std::int64_t i, const vector& w,
                                            double start) const = 0;

  /// Phi' v.
  [[nodiscard]] virtual vector correlate(const std::vector<double>& v) const = 0;

  /// result += sum_k v[k] (row rows[k] of Phi).
  virtual void add_correlations(const row_indices& rows, const row_values& v,
                                vector& result) const = 0;

  /// Where Gram matrices stand, and the rows that they are of, or their signs as bits: memory that
  /// is asked for anew in every step comes in pages that must be made. And what is kept of the last
  /// one: a matrix for every curvature, in their order. A room serves one design.
  struct gram_room {
    matrix_room result;
    matrix_room rows;
    unset_vector<std::uint64_t> bits;
    std::shared_ptr<std::vector<gram_of_signs>> kept;
  };

  /// The lower triangle of Z Z', Z being the named rows.
  [[nodiscard]] virtual matrix_view gram_of_rows(const row_indices& rows,
                                                 gram_room& room) const = 0;

  /// The lower triangle of Z' K Z, Z being the named rows, with a last column of ones where wanted,
  /// and K their curvatures.
  [[nodiscard]] virtual matrix_view gram_of_columns(const row_indices& rows,
                                                    const row_values& curvatures, bool with_ones,
                                                    gram_room& room) const = 0;

 protected:
  design(const design&) = default;
};

}  // namespace coppice
