// Sealed documents: how models and streams are kept in files. One document, as JSON or as CBOR,
// with the same members in the same order. It begins with "format", "version", "length" (12 digits:
// the file's bytes) and "crc32" (8 hexadecimal digits: of the whole file with these digits as
// zeros), whose places are fixed so that every byte is covered.
#pragma once

#include <string>
#include <string_view>

#include "core/document.hpp"

namespace coppice {

/// What a file holds: the value of "format", and what messages call it.
struct sealed_kind {
  const char* format;
  const char* called;
};

enum class document_format { as_json, as_cbor };

/// By the name "json" or "cbor"; by the extension of a path, of a file that is `called` so. Throw
/// COPPICE_UNKNOWN_NAME.
document_format format_of_name(std::string_view name);
document_format format_of_path(std::string_view path, const char* called);

/// The bytes of an object, behind the members of the header.
std::string seal(const sealed_kind& kind, document content, document_format format);

/// The object, with the members of the header; throws COPPICE_MODEL_ERROR for any other bytes.
document unseal(const sealed_kind& kind, std::string_view bytes);

}  // namespace coppice
