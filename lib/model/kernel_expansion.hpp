// The kernel machine: f_s(x) = b_s + sum_j a_js K(x, z_j), with the support vectors z_j, one
// coefficient and one bias for each score. Where the kernel is additive, tables of its pieces take
// the place of the support vectors (additive_expansion.hpp).
#pragma once

#include <memory>
#include <vector>

#include "data/feature_matrix.hpp"
#include "kernels/kernel.hpp"
#include "model/additive_expansion.hpp"
#include "model/model_kind.hpp"

namespace coppice {

struct kernel_expansion_parts {
  std::shared_ptr<const kernel> by;
  feature_matrix support_vectors;    // with values of their own
  std::vector<double> coefficients;  // support vectors x scores
  std::vector<double> bias;          // scores
};

class kernel_expansion final : public model {
 public:
  kernel_expansion(kernel_expansion_parts parts, training_report report, const progress& polled);

  [[nodiscard]] const char* kind() const noexcept override;
  void save(document& out) const override;
  [[nodiscard]] std::int64_t scores() const noexcept override {
    return static_cast<std::int64_t>(parts_.bias.size());
  }
  void decide(const double* x, double* out) const override;
  void decide_rows(const row_block& rows, double* out) const override;
  [[nodiscard]] std::int64_t rows_of_a_block() const noexcept override;
  [[nodiscard]] bool calls_back() const noexcept override;
  [[nodiscard]] bool may_fail() const noexcept override { return points_ != nullptr; }
  [[nodiscard]] double row_cost() const noexcept override;
  [[nodiscard]] std::vector<double> shape_function(std::int64_t feature) const override;

 protected:
  [[nodiscard]] std::int64_t further_width(coppice_output output) const override;
  void predict_further(coppice_output output, const double* x, double* out) const override;
  void add_quantities(quantity_list& to) const override;
  [[nodiscard]] needed_features find_needed() const override;

 private:
  void decide_together(const row_block& rows, double* out) const;
  void check_additive() const;

  kernel_expansion_parts parts_;
  std::unique_ptr<const additive_expansion> shapes_;  // or
  std::unique_ptr<const kernel_points> points_;
};

const model_kind& kernel_expansion_kind();

}  // namespace coppice
