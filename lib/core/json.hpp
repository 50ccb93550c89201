// Documents as JSON (RFC 8259), for reading by people and programs. A number that is not finite is
// written as null. Reading is by the parser of nlohmann's library, whose events build our own tree.
#pragma once

#include <cstddef>
#include <string>

#include "core/document.hpp"

namespace coppice {

/// Without line breaks; numbers in their shortest form.
std::string write_json(const document& from);

/// Throws COPPICE_MODEL_ERROR. Depth is limited, and memory is a fixed multiple of `size`.
document parse_json(const char* bytes, std::size_t size);

}  // namespace coppice
