// The product of kernels, which embodies all products, XOR, of learners that its members embody
// (Lin & Li, theorem 14). Its members are whole: a constant that the SVM would not see counts here.
#include "kernels/kernel.hpp"

namespace coppice {

const kernel_kind& product_kernel();

namespace {

void multiply(double* values, const double* next, std::int64_t count, double /*diagonal*/,
              double /*next_diagonal*/) {
  for (std::int64_t k = 0; k < count; ++k) values[k] *= next[k];
}

double diagonal_of_product(double diagonal, double next_diagonal) {
  return diagonal * next_diagonal;
}

}  // namespace

const kernel_kind& product_kernel() {
  static const combination by = {multiply, diagonal_of_product, false, true};
  static const kernel_kind kind = {
      "product", "the product of its members, which embodies XOR of their learners",
      {},        extent_wanted::nothing,
      nullptr,   &by};
  return kind;
}

}  // namespace coppice
