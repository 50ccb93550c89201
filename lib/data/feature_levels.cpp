#include "data/feature_levels.hpp"

#include "core/error.hpp"

namespace coppice {

void feature_levels::set(std::int64_t feature, name_list names) {
  if (names.empty() || names.size() > most_levels)
    fail(COPPICE_INVALID_DATA, "feature ", feature, " has ", names.size(),
         " levels; expected 1 to ", most_levels);
  names_[feature] = std::make_shared<const name_list>(std::move(names));
}

}  // namespace coppice
