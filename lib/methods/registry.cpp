#include "methods/registry.hpp"

#include "core/error.hpp"

// One row for each method: the name of the function that returns it.
// clang-format off
#define COPPICE_METHODS_LIST(row) \
  row(cgens_method)
// clang-format on

namespace coppice {

#define COPPICE_DECLARE(function) const method& function();
COPPICE_METHODS_LIST(COPPICE_DECLARE)
#undef COPPICE_DECLARE

const std::vector<const method*>& methods() {
#define COPPICE_LIST(function) &function(),
  static const std::vector<const method*> all = {COPPICE_METHODS_LIST(COPPICE_LIST)};
#undef COPPICE_LIST
  return all;
}

const method& find_method(std::string_view name) {
  std::vector<std::string_view> names;
  for (const method* candidate : methods()) {
    if (candidate->name == name) return *candidate;
    names.emplace_back(candidate->name);
  }
  fail(COPPICE_UNKNOWN_NAME, "there is no method ", in_quotes(name), suggestion(name, names));
}

}  // namespace coppice
