// The sum of kernels, which embodies the union of what its members embody (Lin & Li, theorem 13).
#include "kernels/kernel.hpp"

namespace coppice {

const kernel_kind& sum_kernel();

namespace {

void add(double* values, const double* next, std::int64_t count, double /*diagonal*/,
         double /*next_diagonal*/) {
  for (std::int64_t k = 0; k < count; ++k) values[k] += next[k];
}

double diagonal_of_sum(double diagonal, double next_diagonal) {
  return diagonal + next_diagonal;
}

}  // namespace

const kernel_kind& sum_kernel() {
  static const combination by = {add, diagonal_of_sum, true};
  static const kernel_kind kind = {"sum",   "the sum of its members, sum(stump,gaussian(gamma=1))",
                                   {},      extent_wanted::nothing,
                                   nullptr, &by};
  return kind;
}

}  // namespace coppice
