// The kinds of kernels there are.
#pragma once

#include <string_view>
#include <vector>

#include "kernels/kernel.hpp"

namespace coppice {

const std::vector<const kernel_kind*>& kernel_kinds();

/// By name; throws COPPICE_UNKNOWN_NAME.
const kernel_kind& find_kernel_kind(std::string_view name);

}  // namespace coppice
