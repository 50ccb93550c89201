#include "model/registry.hpp"

#include "core/error.hpp"

// One row for each kind: the name of the function that returns it.
// clang-format off
#define COPPICE_MODEL_KINDS(row) \
  row(ensemble_kind) \
  row(kernel_expansion_kind) \
  row(learned_map_kind) \
  row(linear_kind)
// clang-format on

namespace coppice {

#define COPPICE_DECLARE(function) const model_kind& function();
COPPICE_MODEL_KINDS(COPPICE_DECLARE)
#undef COPPICE_DECLARE

const model_kind& find_model_kind(std::string_view name) {
#define COPPICE_LIST(function) &function(),
  static const model_kind* const kinds[] = {COPPICE_MODEL_KINDS(COPPICE_LIST)};
#undef COPPICE_LIST
  std::string known;
  for (const model_kind* kind : kinds) {
    if (name == kind->name) return *kind;
    known += text(known.empty() ? "" : ", ", kind->name);
  }
  fail(COPPICE_MODEL_ERROR, "the model is of kind ", in_quotes(name),
       ", which this version does not know; expected one of: ", known);
}

}  // namespace coppice
