// A kernel machine whose kernel is additive is a generalised additive model:
//
//     f_s(x) = b_s + sum_d F_ds(x_d),
//     F_ds(u) = sum_j a_js (-distance |u - z_jd| + sum (u + z_jd) + product u z_jd)
//
// with the terms of additive_terms. F_d is linear between the values z_jd of the support vectors,
// or, where values are mapped to ranks, a step function. Tables of its pieces decide a row in time
// that depends on the logarithm of the number of support vectors.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "data/feature_matrix.hpp"
#include "data/row_block.hpp"
#include "kernels/kernel.hpp"

namespace coppice {

class additive_expansion {
 public:
  /// Whether the machine is such a model of no more rows than a sort can number, and a feature that
  /// is 0 in all support vectors adds nothing: kernels of distances need coefficients that sum up
  /// to 0, but for rounding.
  /// `coefficients` is support vectors x scores, here and below.
  [[nodiscard]] static bool exists(const std::vector<additive_part>& parts,
                                   const std::vector<double>& coefficients, std::int64_t scores);

  additive_expansion(const std::vector<additive_part>& parts, const feature_matrix& support_vectors,
                     const std::vector<double>& coefficients, std::int64_t scores,
                     const progress& report);

  /// Adds the sums of all F_ds(x_d) to out, rows x scores.
  void add(const row_block& x, double* out) const;

  /// Adds F_ds(x_d) of one row to out, scores x features.
  void add_contributions(const double* x, std::int64_t features, double* out) const;

  /// F_d as points of 1 + scores numbers, the way coppice_model_shape_function has it.
  [[nodiscard]] std::vector<double> shape_function(std::int64_t feature) const;

  /// Roughly how many numbers are looked at to decide one row.
  [[nodiscard]] double row_cost() const noexcept;

 private:
  /// F of one part of the kernel and one feature: piece k lies behind knot k - 1 and reaches up to
  /// knot k, which is its own.
  struct function {
    std::int64_t feature;
    std::int64_t first;  // of its knots; its pieces, one more, begin at `first` + its index
    std::int64_t knots;
    bool has_steps;  // else it is continuous
  };
  class builder;

  void find_pieces(const function& f, const double* u, std::int64_t count,
                   std::int64_t* pieces) const;
  [[nodiscard]] std::int64_t piece_of(const function& f, double u) const;
  [[nodiscard]] double anchor_of(const function& f, std::int64_t piece) const;
  [[nodiscard]] const double* lines_of(const function& f, std::int64_t piece) const;
  void add_values(const function& f, std::int64_t piece, double u, double* out,
                  std::int64_t stride) const;

  std::int64_t scores_;
  std::vector<function> functions_;  // of each feature in a row, features ascending in each part
  std::vector<double> knots_;
  std::vector<double> lines_;  // pieces x scores x 2: the value at the anchor, and the slope
};

}  // namespace coppice
