#include "core/sealed_document.hpp"

#include <array>
#include <cstdio>

#include <zlib.h>

#include "core/cbor.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "core/numbers.hpp"

namespace coppice {
namespace {

constexpr std::int64_t format_version = 1;
constexpr std::string_view no_length = "000000000000";
constexpr std::string_view no_crc = "00000000";
constexpr std::size_t header_size = 128;

/// How the fields of fixed place are announced in each format: JSON's punctuation, and CBOR's
/// lengths of key and text, which happen to be letters.
struct layout {
  std::string magic;
  std::string_view before_version;
  std::string_view before_length;
  std::string_view before_crc;
};

layout layout_of(const sealed_kind& kind, document_format format) {
  constexpr char short_text = 0x60;  // CBOR: and its length, up to 23
  const std::string_view name = kind.format;
  if (format == document_format::as_json)
    return {text("{\"format\":\"", name, "\""), "\"version\":", "\"length\":\"", "\"crc32\":\""};
  const std::string announced(1, static_cast<char>(short_text + static_cast<char>(name.size())));
  return {text("fformat", announced, name), "gversion", "flengthl", "ecrc32h"};
}

std::size_t field_at(std::string_view bytes, std::string_view before, std::size_t size) {
  const std::size_t found = bytes.substr(0, header_size).find(before);
  if (found == std::string_view::npos || found + before.size() + size > bytes.size())
    fail_damaged("its header is incomplete");
  return found + before.size();
}

/// As it stands there: digits in JSON, and in CBOR a byte, up to 23.
std::string version_of(std::string_view bytes, const layout& places, document_format format) {
  const std::size_t at = field_at(bytes, places.before_version, 1);
  if (format == document_format::as_json)
    return std::string(bytes.substr(at, bytes.find_first_of(",}", at) - at));
  return text(static_cast<int>(static_cast<unsigned char>(bytes[at])));
}

std::string digits(std::uint64_t value, int width, const char* form) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), form, width,
                static_cast<unsigned long long>(value));  // NOLINT(google-runtime-int): %llx
  return buffer.data();
}

/// The CRC-32 of the bytes with the checksum's own digits as zeros.
std::string checksum(std::string_view bytes, std::size_t crc_at) {
  const auto update = [](uLong crc, std::string_view part) {
    return crc32_z(crc, reinterpret_cast<const Bytef*>(part.data()), part.size());
  };
  uLong crc = update(0, bytes.substr(0, crc_at));
  crc = update(crc, no_crc);
  crc = update(crc, bytes.substr(crc_at + no_crc.size()));
  return digits(crc, 8, "%0*llx");
}

void check_length(std::string_view bytes, const layout& places) {
  const std::size_t at = field_at(bytes, places.before_length, no_length.size());
  const std::string_view said = bytes.substr(at, no_length.size());
  if (said != digits(bytes.size(), 12, "%0*llu"))
    fail_damaged(text("it has ", bytes.size(), " bytes, but its header says ", in_quotes(said)));
}

void check_checksum(std::string_view bytes, const layout& places) {
  const std::size_t at = field_at(bytes, places.before_crc, no_crc.size());
  if (bytes.substr(at, no_crc.size()) != checksum(bytes, at))
    fail_damaged("its checksum does not fit its content");
}

/// The first bytes as they would be in JSON without blanks.
std::string without_blanks(std::string_view header) {
  std::string packed;
  for (const char c : header)
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') packed += c;
  return packed;
}

/// Says what the bytes are instead.
[[noreturn]] void fail_foreign(const sealed_kind& kind, std::string_view header,
                               const std::string& magic) {
  if (without_blanks(header).substr(0, magic.size()) == magic)
    fail(
        COPPICE_MODEL_ERROR, "this is a coppice ", kind.called,
        " whose JSON was written anew with other blanks, as a pretty-printer does; its checksum is "
        "of the bytes that coppice wrote: expected these");
  const std::string_view gzip = "\x1f\x8b";
  if (header.substr(0, gzip.size()) == gzip)
    fail(COPPICE_MODEL_ERROR, "this is not a coppice ", kind.called,
         ": it is compressed by gzip; gzip -dc makes it plain");
  if (header.empty())
    fail(COPPICE_MODEL_ERROR, "this is not a coppice ", kind.called, ": it is empty");
  fail(COPPICE_MODEL_ERROR, "this is not a coppice ", kind.called, ": it begins with ",
       in_quotes(header.substr(0, 16)));
}

/// In the first bytes, whose places are fixed. The version comes first: a later one may count
/// differently.
document_format check_header(const sealed_kind& kind, std::string_view bytes) {
  const std::string_view header = bytes.substr(0, header_size);
  document_format format = document_format::as_json;
  layout places = layout_of(kind, format);
  if (header.substr(0, places.magic.size()) != places.magic) {
    const std::string magic = places.magic;
    format = document_format::as_cbor;
    places = layout_of(kind, format);
    if (header.find(places.magic) == std::string_view::npos) fail_foreign(kind, header, magic);
  }
  const std::string version = version_of(bytes, places, format);
  if (version != text(format_version)) {
    std::int64_t number = 0;
    const bool later = parse_int(version, number) == number_error::none && number > format_version;
    fail(COPPICE_MODEL_ERROR, "the ", kind.called, " is written in format ", printable(version, 24),
         "; this library reads format ", format_version,
         later ? ", and a later release of coppice this one" : "");
  }
  check_length(bytes, places);
  check_checksum(bytes, places);
  return format;
}

}  // namespace

document_format format_of_name(std::string_view name) {
  if (name == "json") return document_format::as_json;
  if (name == "cbor") return document_format::as_cbor;
  fail(COPPICE_UNKNOWN_NAME, "format is ", in_quotes(name), "; expected json or cbor");
}

document_format format_of_path(std::string_view path, const char* called) {
  const std::string_view end = path.size() > 5 ? path.substr(path.size() - 5) : "";
  if (end == ".json") return document_format::as_json;
  if (end == ".cbor") return document_format::as_cbor;
  fail(COPPICE_UNKNOWN_NAME, "the path ", in_quotes(path), " does not say the ", called,
       "'s format; expected it to end in .json or .cbor");
}

std::string seal(const sealed_kind& kind, document content, document_format format) {
  document whole = document()
                       .with("format", kind.format)
                       .with("version", format_version)
                       .with("length", no_length)
                       .with("crc32", no_crc);
  whole.add_all(std::move(content));
  std::string bytes =
      format == document_format::as_json ? write_json(whole) + '\n' : write_cbor(whole);
  const layout places = layout_of(kind, format);
  bytes.replace(field_at(bytes, places.before_length, no_length.size()), no_length.size(),
                digits(bytes.size(), 12, "%0*llu"));
  const std::size_t crc_at = field_at(bytes, places.before_crc, no_crc.size());
  bytes.replace(crc_at, no_crc.size(), checksum(bytes, crc_at));
  return bytes;
}

document unseal(const sealed_kind& kind, std::string_view bytes) {
  return check_header(kind, bytes) == document_format::as_json
             ? parse_json(bytes.data(), bytes.size())
             : parse_cbor(bytes.data(), bytes.size());
}

}  // namespace coppice
