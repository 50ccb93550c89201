// The methods there are.
#pragma once

#include <string_view>
#include <vector>

#include "methods/method.hpp"

namespace coppice {

const std::vector<const method*>& methods();

/// By name; throws COPPICE_UNKNOWN_NAME.
const method& find_method(std::string_view name);

}  // namespace coppice
