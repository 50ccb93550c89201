#include "methods/stream_file.hpp"

#include "core/error.hpp"
#include "methods/registry.hpp"

namespace coppice {
namespace {

constexpr sealed_kind stream_file = {"coppice-stream", called_stream};

const method& saved_method(const document& saved) {
  const std::string& name = saved.string("method");
  for (const method* candidate : methods())
    if (candidate->name == name) return *candidate;
  fail_damaged(text("there is no method ", in_quotes(name)));
}

}  // namespace

std::string encode_stream(const streaming& from, document_format format) {
  return seal(stream_file, from.save(), format);
}

decoded_stream decode_stream(std::string_view bytes, const custom_kernels& kernels) {
  document saved = unseal(stream_file, bytes);
  const method& by = saved_method(saved);
  decoded_stream decoded = {default_settings(by), nullptr};
  decoded.settings.kernels = kernels;
  decoded.learner =
      std::make_unique<streaming>(by, decoded.settings.options, saved, decoded.settings.kernels);
  return decoded;
}

}  // namespace coppice
