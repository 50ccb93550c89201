#include "kernels/registry.hpp"

#include "core/error.hpp"

// One row for each kind of kernel: the name of the function that returns it.
// clang-format off
#define COPPICE_KERNEL_KINDS(row) \
  row(stump_kernel) \
  row(perceptron_kernel) \
  row(laplacian_kernel) \
  row(tree_kernel) \
  row(stump_region_kernel) \
  row(middle_stump_kernel) \
  row(gaussian_kernel) \
  row(linear_kernel) \
  row(histogram_intersection_kernel) \
  row(sum_kernel) \
  row(product_kernel) \
  row(and_kernel) \
  row(precomputed_kernel) \
  row(custom_kernel_kind)
// clang-format on

namespace coppice {

#define COPPICE_DECLARE(function) const kernel_kind& function();
COPPICE_KERNEL_KINDS(COPPICE_DECLARE)
#undef COPPICE_DECLARE

const std::vector<const kernel_kind*>& kernel_kinds() {
#define COPPICE_LIST(function) &function(),
  static const std::vector<const kernel_kind*> kinds = {COPPICE_KERNEL_KINDS(COPPICE_LIST)};
#undef COPPICE_LIST
  return kinds;
}

const kernel_kind& find_kernel_kind(std::string_view name) {
  std::vector<std::string_view> names;
  for (const kernel_kind* kind : kernel_kinds()) {
    if (kind->name == name) return *kind;
    names.emplace_back(kind->name);
  }
  fail(COPPICE_UNKNOWN_NAME, "there is no kernel ", in_quotes(name), suggestion(name, names));
}

}  // namespace coppice
