// Phi: the outputs of the chosen weak learners on the training rows, rows x columns, floats as the
// outputs are by definition, one contiguous column a learner.
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
    return static_cast<std::int64_t>(columns_.size());
  }
  [[nodiscard]] const float* column(std::int64_t j) const { return columns_[j].get(); }

  /// f = start + Phi w, for each row one addition after the other in the order of the columns, as
  /// an ensemble predicts.
  void multiply(const vector& w, double start, double* f) const;

  /// Phi' v.
  [[nodiscard]] vector correlate(const double* v) const;

  /// rows[first] .. rows[last - 1] of Phi, with a last column of ones where wanted.
  [[nodiscard]] matrix gather(const std::vector<std::int64_t>& rows, std::int64_t first,
                              std::int64_t last, bool with_ones) const;

 private:
  std::int64_t rows_;
  thread_team& team_;
  progress& report_;
  std::vector<std::unique_ptr<float[]>> columns_;
};

}  // namespace coppice
