// Documents as CBOR (RFC 8949), which is smaller and faster than JSON. Packed lists are typed
// arrays (RFC 8746), little-endian: floats where every number is one, else doubles; whole numbers
// in the smallest of uint8, uint16, sint32 and sint64. A number that is not finite is null, and NaN
// in a packed list.
#pragma once

#include <cstddef>
#include <string>

#include "core/document.hpp"

namespace coppice {

/// With the tag that says that this is CBOR.
std::string write_cbor(const document& from);

/// Throws COPPICE_MODEL_ERROR. Reads generic lists of numbers and all typed arrays of whole
/// numbers, floats and doubles, of either byte order. Depth is limited, memory is a fixed multiple
/// of `size`, and typed arrays of floats, doubles and 32 or 64 bits take what they take in the
/// file.
document parse_cbor(const char* bytes, std::size_t size);

}  // namespace coppice
