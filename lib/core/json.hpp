// Documents: JSON and CBOR text to a tree and back, and checked access to what a tree holds.
// The tree is nlohmann's; this file is where what may be hostile is made safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace coppice {

using json = nlohmann::ordered_json;

/// Parse `size` bytes of JSON or CBOR. Depth is limited to 32 and memory to a fixed multiple of
/// `size`. Throws COPPICE_MODEL_ERROR.
json parse_json(const char* bytes, std::size_t size);
json parse_cbor(const char* bytes, std::size_t size);

/// Members of an object, checked for presence and type; a failure names the member.
const json& member(const json& object, const char* name);
std::int64_t get_int(const json& object, const char* name, std::int64_t minimum,
                     std::int64_t maximum);
double get_double(const json& object, const char* name);  // null is NaN
std::string get_string(const json& object, const char* name);
std::vector<double> get_doubles(const json& object, const char* name);  // null is NaN
std::vector<double> get_finite_doubles(const json& object, const char* name);
std::vector<std::int64_t> get_ints(const json& object, const char* name, std::int64_t minimum,
                                   std::int64_t maximum);

}  // namespace coppice
