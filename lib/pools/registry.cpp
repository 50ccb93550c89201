#include "pools/registry.hpp"

#include "core/error.hpp"
#include "learners/registry.hpp"

// One row for each kind of pool: the name of the function that returns it.
// clang-format off
#define COPPICE_POOL_KINDS(row) \
  row(stump_pool) \
  row(perceptron_pool) \
  row(fourier_pool) \
  row(perceptron_descent_pool) \
  row(tree_pool) \
  row(linear_pool) \
  row(constant_pool) \
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

learner_loader loader_of_learners(custom_evaluators evaluators) {
  std::vector<const learner_kind*> kinds = learner_kinds();
  for (const pool_kind* pool : pool_kinds())
    kinds.insert(kinds.end(), pool->learners.begin(), pool->learners.end());
  return {std::move(kinds), std::move(evaluators)};
}

}  // namespace coppice
