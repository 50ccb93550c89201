// The methods there are.
#pragma once

#include <string_view>
#include <vector>

#include "methods/method.hpp"

namespace coppice {

const std::vector<const method*>& methods();

/// By name; throws COPPICE_UNKNOWN_NAME.
const method& find_method(std::string_view name);

/// For examples whose targets no method was named for: the first of all methods that can learn
/// them, as classes where they look like classes and as numbers where they do not. Throws as
/// task_of() does where none can.
const method& method_for(const dataset& examples);

}  // namespace coppice
