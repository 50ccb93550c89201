// One column of a Gram matrix: the kernel of rows with one of them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/feature_matrix.hpp"
#include "kernels/kernel.hpp"

namespace coppice {

/// Of all rows with row `with`.
std::vector<double> kernel_column(const kernel& by, const feature_matrix& rows, std::int64_t with,
                                  const progress& report);

/// The sum over rows of u_i K(row i, row `with`), in their order; rows where u_i is 0 take no time.
/// The kernel may be asked on any thread of the team.
double kernel_sum(const kernel& by, const feature_matrix& rows, const std::vector<double>& u,
                  std::int64_t with, thread_team& team, const progress& report);

}  // namespace coppice
