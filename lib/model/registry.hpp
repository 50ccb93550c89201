// The kinds of models there are.
#pragma once

#include <string_view>

#include "model/model_kind.hpp"

namespace coppice {

/// By name; throws COPPICE_MODEL_ERROR where this version does not know it.
const model_kind& find_model_kind(std::string_view name);

}  // namespace coppice
