// Model files, format version 1: a sealed document (core/sealed_document.hpp), which
// docs/model-format.md describes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/sealed_document.hpp"
#include "model/model.hpp"
#include "model/model_kind.hpp"

namespace coppice {

std::string encode_model(const model& model, document_format format);
std::unique_ptr<model> decode_model(std::string_view bytes, const model_loading& loading);

}  // namespace coppice
