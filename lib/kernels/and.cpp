// The kernel that embodies AND and NAND of learners of its members (Lin & Li, theorem 16), which
// are whole and embody with every learner its opposite:
//
//     K(x, z) = (K_1(x, z) + Delta_1) (K_2(x, z) + Delta_2),     Delta_m = K_m(x, x)
#include "kernels/kernel.hpp"

namespace coppice {

const kernel_kind& and_kernel();

namespace {

void combine(double* values, const double* next, std::int64_t count, double diagonal,
             double next_diagonal) {
  for (std::int64_t k = 0; k < count; ++k)
    values[k] = (values[k] + diagonal) * (next[k] + next_diagonal);
}

double diagonal(double diagonal, double next_diagonal) {
  return 4 * diagonal * next_diagonal;
}

}  // namespace

const kernel_kind& and_kernel() {
  static const combination by = {combine, diagonal, false, true, true};
  static const kernel_kind kind = {"and",   "embodies AND and NAND of learners of its members",
                                   {},      extent_wanted::nothing,
                                   nullptr, &by};
  return kind;
}

}  // namespace coppice
