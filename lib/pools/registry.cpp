#include "pools/registry.hpp"

#include "core/error.hpp"
#include "pools/custom.hpp"

// One row for each kind of pool: the name of the function that returns it.
// clang-format off
#define COPPICE_POOL_KINDS(row) \
  row(stump_pool) \
  row(perceptron_pool) \
  row(fourier_pool) \
  row(union_pool)
// clang-format on

namespace coppice {

#define COPPICE_DECLARE(function) const pool_kind& function();
COPPICE_POOL_KINDS(COPPICE_DECLARE)
#undef COPPICE_DECLARE

const std::vector<const pool_kind*>& pool_kinds() {
#define COPPICE_LIST(function) &function(),
  static const std::vector<const pool_kind*> kinds = {COPPICE_POOL_KINDS(COPPICE_LIST)};
#undef COPPICE_LIST
  return kinds;
}

const pool_kind& find_pool_kind(std::string_view name) {
  std::vector<std::string_view> names;
  for (const pool_kind* kind : pool_kinds()) {
    if (kind->name == name) return *kind;
    names.emplace_back(kind->name);
  }
  fail(COPPICE_UNKNOWN_NAME, "there is no pool ", in_quotes(name), suggestion(name, names));
}

std::unique_ptr<weak_learners> load_weak_learners(const std::string& kind, const document& saved,
                                                  std::int64_t features,
                                                  const pool_specification* evaluators) {
  if (kind == "custom") return load_custom(saved, features, evaluators);
  for (const pool_kind* known : pool_kinds())
    if (kind == known->name && known->load != nullptr) return known->load(saved, features);
  fail(COPPICE_MODEL_ERROR, "the model has weak learners of kind ", in_quotes(kind),
       ", which this version does not know");
}

}  // namespace coppice
