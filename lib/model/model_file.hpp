// Model files, format version 1: one document, as JSON or as CBOR, with the same members in the
// same order. It begins with "format", "version", "length" (12 digits: the file's bytes) and
// "crc32" (8 hexadecimal digits: of the whole file with these digits as zeros), whose places are
// fixed so that every byte is covered. docs/model-format.md describes the rest.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/model.hpp"
#include "model/model_kind.hpp"

namespace coppice {

enum class model_format { as_json, as_cbor };

/// By the name "json" or "cbor"; by the extension of a path. Throw COPPICE_UNKNOWN_NAME.
model_format format_of_name(std::string_view name);
model_format format_of_path(std::string_view path);

std::string encode_model(const model& model, model_format format);
std::unique_ptr<model> decode_model(std::string_view bytes, const model_loading& loading);

}  // namespace coppice
