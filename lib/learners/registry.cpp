#include "learners/registry.hpp"

// One row for each kind: the name of the function that returns it.
// clang-format off
#define COPPICE_LEARNER_KINDS(row) \
  row(combinations_kind) \
  row(custom_learners_kind) \
  row(linear_classifiers_kind)
// clang-format on

namespace coppice {

#define COPPICE_DECLARE(function) const learner_kind& function();
COPPICE_LEARNER_KINDS(COPPICE_DECLARE)
#undef COPPICE_DECLARE

const std::vector<const learner_kind*>& learner_kinds() {
#define COPPICE_LIST(function) &function(),
  static const std::vector<const learner_kind*> kinds = {COPPICE_LEARNER_KINDS(COPPICE_LIST)};
#undef COPPICE_LIST
  return kinds;
}

}  // namespace coppice
