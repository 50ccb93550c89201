// The linear kernel: K(x, z) = x . z.
#include "kernels/kernel.hpp"

namespace coppice {

const kernel_kind& linear_kernel();

namespace {

pair_function linear_pairs(const pair_setting& /*setting*/) {
  pair_function made;
  made.term = pair_term::product;
  made.additive = {0, 0, 1};
  return made;
}

}  // namespace

const kernel_kind& linear_kernel() {
  static const kernel_kind kind = {
      "linear", "the linear kernel: x . x'", {}, extent_wanted::nothing, linear_pairs};
  return kind;
}

}  // namespace coppice
