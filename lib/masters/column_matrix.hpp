// Phi: the outputs of the chosen weak learners on the training rows, rows x columns. On more than a
// few rows, columns whose outputs are -1 and +1 are kept as bits, eight of them in a byte a row: a
// product with them is one look-up among 256 sums a row, and memory an eighth of a byte an output.
// Others are floats, as outputs are by definition.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"

namespace coppice {

class column_matrix {
 public:
  column_matrix(std::int64_t rows, thread_team& team, progress& report)
      : rows_(rows), team_(team), report_(report) {}

  void append(const float* column);
  [[nodiscard]] std::int64_t columns() const noexcept {
    return static_cast<std::int64_t>(places_.size());
  }

  /// f = start + Phi w.
  void multiply(const vector& w, double start, double* f) const;

  /// Row i of the same, one addition after the other in the order of the columns, as an ensemble
  /// predicts: multiply() adds in another order and may differ by rounding.
  [[nodiscard]] double multiply_row(std::int64_t i, const vector& w, double start) const;

  /// Phi' v.
  [[nodiscard]] vector correlate(const double* v) const;

  /// rows[first] .. rows[last - 1] of Phi, with a last column of ones where wanted.
  [[nodiscard]] matrix gather(const std::vector<std::int64_t>& rows, std::int64_t first,
                              std::int64_t last, bool with_ones) const;

  /// The lower triangle of Z Z', Z being the named rows. Columns of signs give whole numbers,
  /// counted by bits: for rows a and b, how many there are less twice how many differ.
  [[nodiscard]] matrix gram_of(const std::vector<std::int64_t>& rows) const;

 private:
  static constexpr int columns_a_byte = 8;
  static constexpr int byte_values = 256;

  /// Where a column is: bit `bit` of the bytes of `group`, or, where bit < 0, floats number
  /// `group`.
  struct place {
    std::int64_t group;
    int bit;
  };
  struct sign_group {
    std::vector<std::int64_t> columns;     // at most columns_a_byte
    std::unique_ptr<std::uint8_t[]> rows;  // a byte each
  };
  struct float_column {
    std::int64_t column;
    std::unique_ptr<float[]> rows;
  };
  [[nodiscard]] double at(std::int64_t i, const place& of) const;
  [[nodiscard]] matrix gram_of_signs(const std::vector<std::int64_t>& rows) const;
  void correlate_signs(const sign_group& group, const double* v, vector& result) const;

  std::int64_t rows_;
  thread_team& team_;
  progress& report_;
  std::vector<place> places_;
  std::vector<sign_group> signs_;
  std::vector<float_column> floats_;
};

}  // namespace coppice
