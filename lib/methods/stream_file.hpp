// Streams in files: sealed documents (core/sealed_document.hpp) with all that it takes to go on.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/sealed_document.hpp"
#include "methods/streaming.hpp"
#include "methods/training.hpp"

namespace coppice {

/// What messages about such files call their content.
constexpr const char* called_stream = "stream";

std::string encode_stream(const streaming& from, document_format format);

struct decoded_stream {
  solver_settings settings;  // those it was begun with
  std::unique_ptr<streaming> learner;
};

/// With the caller's kernels, where it has such; throws COPPICE_MODEL_ERROR.
decoded_stream decode_stream(std::string_view bytes, const custom_kernels& kernels);

}  // namespace coppice
