// Documents as JSON (RFC 8259) and as CBOR (RFC 8949), which is smaller and faster. What is not
// finite is written as null. Reading is by the parsers of nlohmann's library, whose events build
// our own tree; what they are fed may be hostile.
#pragma once

#include <cstddef>
#include <string>

#include "core/document.hpp"

namespace coppice {

/// Without line breaks; numbers in their shortest form.
std::string write_json(const document& from);
std::string write_cbor(const document& from);

/// Throw COPPICE_MODEL_ERROR. Depth is limited and memory is a fixed multiple of `size`.
document parse_json(const char* bytes, std::size_t size);
document parse_cbor(const char* bytes, std::size_t size);

}  // namespace coppice
