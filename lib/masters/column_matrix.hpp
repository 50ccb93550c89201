// Phi: the outputs of the chosen weak learners on the training rows, rows x columns. Columns whose
// outputs are -1 and +1 are kept as bits, an eighth of a byte an output, others as the floats that
// outputs are by definition. Both stand in blocks of columns (core/column_kernels.hpp) in which a
// row's outputs are neighbours, so that work on a few of the rows touches only these.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/column_kernels.hpp"
#include "core/linear_algebra.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/design.hpp"

namespace coppice {

class column_matrix final : public design {
 public:
  column_matrix(std::int64_t rows, thread_team& team, const progress& report)
      : rows_(rows), team_(team), report_(report) {}
  column_matrix(const column_matrix& other);
  column_matrix& operator=(const column_matrix&) = delete;

  /// Rows of more curvatures than these are not counted as bits by gram_of_columns().
  static constexpr std::size_t most_groups = 8;

  /// Weights of neighbouring columns, as the blocks have them that these columns are in.
  struct weighted_columns {
    std::int64_t first_signs = 0;  // the first of these blocks of signs, and of floats
    std::int64_t first_floats = 0;
    std::vector<double> signs;
    std::vector<double> floats;
  };

  /// Columns of all rows, one after the other; where this is interrupted the matrix is of no more
  /// use.
  void append(const float* columns, std::int64_t count = 1);
  /// Those of another matrix, of which all are signs.
  void append_signs(const column_matrix& others);
  /// Only the first `count` columns are left, where all are signs.
  void keep_signs(std::int64_t count) noexcept;
  [[nodiscard]] bool all_signs() const noexcept { return float_columns_ == 0; }

  [[nodiscard]] std::int64_t columns() const noexcept override {
    return static_cast<std::int64_t>(places_.size());
  }

  /// Writes the outputs of a column.
  void get(std::int64_t column, std::vector<float>& outputs) const;

  void multiply(const vector& w, double start, std::vector<double>& f) const override;
  void multiply(const vector& w, double start, const row_indices& rows,
                row_values& f) const override;
  /// One addition after the other in the order of the columns, as an ensemble predicts.
  [[nodiscard]] double multiply_row(std::int64_t i, const vector& w, double start) const override {
    return multiply_row(i, 0, w, start);
  }
  /// Of the columns from `first` on alone.
  [[nodiscard]] double multiply_row(std::int64_t i, std::int64_t first, const vector& w,
                                    double start) const;
  /// Of the columns from `first` on.
  [[nodiscard]] weighted_columns weigh(std::int64_t first, const vector& w) const;
  /// f[k - first] += Phi w, for k = first .. last - 1, of rows[k], or of row k where no rows are
  /// named; on the calling thread.
  void add_products(const weighted_columns& w, const std::int64_t* rows, std::int64_t first,
                    std::int64_t last, double* f) const;
  [[nodiscard]] vector correlate(const std::vector<double>& v) const override;
  void add_correlations(const row_indices& rows, const row_values& v,
                        vector& result) const override;

  /// The outputs of all columns, with a last one of ones where wanted, on rows[first] ..
  /// rows[last - 1].
  [[nodiscard]] matrix_view gather(const std::int64_t* rows, std::int64_t first, std::int64_t last,
                                   bool with_ones, matrix_room& room) const;

  [[nodiscard]] matrix_view gram_of_rows(const row_indices& rows, gram_room& room) const override;
  [[nodiscard]] matrix_view gram_of_columns(const row_indices& rows, const row_values& curvatures,
                                            bool with_ones, gram_room& room) const override;

 private:
  /// Where a column is: number `column` of block `block` of signs or of floats.
  struct place {
    bool is_sign;
    std::int64_t block;
    std::int64_t column;
  };
  place make_place(bool is_sign);
  [[nodiscard]] double at(std::int64_t i, const place& of) const;
  void gather_sums(const weighted_columns& sums, vector& result) const;
  void multiply(const vector& w, double start, const std::int64_t* rows, std::int64_t count,
                double* f) const;
  void correlate(const std::int64_t* rows, std::int64_t count, const double* v,
                 vector& result) const;
  void add_gram_of_signs(const row_indices& rows, gram_room& room, matrix_view& to) const;

  std::int64_t rows_;
  thread_team& team_;
  const progress& report_;
  const column_kernels& kernels_ = kernels_of_columns();
  std::vector<place> places_;
  std::vector<std::unique_ptr<std::uint64_t[]>> signs_;
  std::vector<std::unique_ptr<float[]>> floats_;
  std::int64_t sign_columns_ = 0;
  std::int64_t float_columns_ = 0;
};

}  // namespace coppice
