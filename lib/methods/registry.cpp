#include "methods/registry.hpp"

#include "core/error.hpp"

// One row for each method: the name of the function that returns it. The first that can learn what
// a dataset asks for is taken where no method is named.
// clang-format off
#define COPPICE_METHODS_LIST(row) \
  row(cgens_method) \
  row(cgens_sls_method) \
  row(cgens_regression_method) \
  row(adaboost_method) \
  row(logitboost_method) \
  row(adaboost_mh_method) \
  row(adaboost_ecc_method) \
  row(adaboost_mo_method) \
  row(lpboost_method) \
  row(multiboost_method) \
  row(bagging_method) \
  row(random_features_method) \
  row(erm_method) \
  row(drm_method) \
  row(kernel_boost_method) \
  row(kernel_alignment_method) \
  row(svm_method) \
  row(svr_method) \
  row(one_class_method) \
  row(online_method) \
  row(pegasos_method) \
  row(norma_method)
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

const method& method_for(const dataset& examples) {
  const progress report;
  const bool of_classes = looks_like_classes(examples, report);
  for (const method* candidate : methods())
    if (const auto found = find_task(examples, candidate->tasks, report);
        found && *found != task::one_class && is_of_classes(*found) == of_classes)
      return *candidate;
  const method& first = *methods().front();
  task_of(examples, first, report);  // throws, saying why
  return first;
}

}  // namespace coppice
