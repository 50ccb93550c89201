// Kernels of the caller's, by the names that kernels called custom have in models.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/named_callbacks.hpp"

namespace coppice {

struct custom_kernel final : named_callbacks {
  custom_kernel(std::string called, coppice_custom_kernel comparing, void* given)
      : named_callbacks("kernel", std::move(called), given), compare(comparing) {}

  const coppice_custom_kernel compare;
};

using custom_kernels = std::vector<std::shared_ptr<const custom_kernel>>;

/// Throws COPPICE_UNAVAILABLE where there is none of this name.
std::shared_ptr<const custom_kernel> find_custom_kernel(const custom_kernels& among,
                                                        std::string_view name);

}  // namespace coppice
