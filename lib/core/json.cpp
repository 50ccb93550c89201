#include "core/json.hpp"

#include <cmath>
#include <limits>

#include "core/error.hpp"

namespace coppice {
namespace {

/// Builds the tree, and refuses what is nested deeper than any model is: both the reader of CBOR
/// and whoever walks the tree are recursive, and their stack is not ours to spend.
class shallow_builder : public nlohmann::detail::json_sax_dom_parser<json> {
  using base = nlohmann::detail::json_sax_dom_parser<json>;
  static constexpr int most = 32;
  int depth_ = 0;

 public:
  explicit shallow_builder(json& tree) : base(tree, true) {}
  bool start_object(std::size_t size) { return ++depth_ <= most && base::start_object(size); }
  bool end_object() { return --depth_ >= 0 && base::end_object(); }
  bool start_array(std::size_t size) { return ++depth_ <= most && base::start_array(size); }
  bool end_array() { return --depth_ >= 0 && base::end_array(); }
  [[nodiscard]] bool too_deep() const { return depth_ > most; }
};

json parse(const char* bytes, std::size_t size, json::input_format_t format) {
  json root;
  shallow_builder builder(root);
  try {
    if (json::sax_parse(bytes, bytes + size, &builder, format)) return root;
  } catch (const json::exception& broken) {
    fail(COPPICE_MODEL_ERROR, "the model is damaged: ", broken.what());
  }
  fail(COPPICE_MODEL_ERROR, "the model is damaged: ",
       builder.too_deep() ? "it is nested too deeply" : "it does not parse");
}

[[noreturn]] void wrong(const char* name, const std::string& what) {
  fail(COPPICE_MODEL_ERROR, "the model is damaged: ", in_quotes(name), " ", what);
}

double number_or_nan(const json& value, const char* name) {
  if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (!value.is_number()) wrong(name, "holds something that is not a number");
  return value.get<double>();
}

std::int64_t checked_int(const json& value, const char* name, std::int64_t minimum,
                         std::int64_t maximum) {
  if (!value.is_number_integer()) wrong(name, "holds something that is not a whole number");
  const bool huge = value.is_number_unsigned() &&
                    value.get<std::uint64_t>() >
                        static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const std::int64_t number =
      huge ? std::numeric_limits<std::int64_t>::max() : value.get<std::int64_t>();
  if (huge || number < minimum || number > maximum)
    wrong(name, text("is ", number, "; expected ", minimum, " to ", maximum));
  return number;
}

const json& array(const json& object, const char* name) {
  const json& values = member(object, name);
  if (!values.is_array()) wrong(name, "is not an array");
  return values;
}

}  // namespace

json parse_json(const char* bytes, std::size_t size) {
  return parse(bytes, size, json::input_format_t::json);
}

json parse_cbor(const char* bytes, std::size_t size) {
  return parse(bytes, size, json::input_format_t::cbor);
}

const json& member(const json& object, const char* name) {
  if (!object.is_object()) wrong(name, "is looked for in something that is not an object");
  const auto found = object.find(name);
  if (found == object.end()) wrong(name, "is missing");
  return *found;
}

std::int64_t get_int(const json& object, const char* name, std::int64_t minimum,
                     std::int64_t maximum) {
  return checked_int(member(object, name), name, minimum, maximum);
}

double get_double(const json& object, const char* name) {
  return number_or_nan(member(object, name), name);
}

std::string get_string(const json& object, const char* name) {
  const json& value = member(object, name);
  if (!value.is_string()) wrong(name, "is not text");
  return value.get<std::string>();
}

std::vector<double> get_doubles(const json& object, const char* name) {
  const json& values = array(object, name);
  std::vector<double> result;
  result.reserve(values.size());
  for (const json& value : values) result.push_back(number_or_nan(value, name));
  return result;
}

std::vector<double> get_finite_doubles(const json& object, const char* name) {
  std::vector<double> result = get_doubles(object, name);
  for (const double value : result)
    if (!std::isfinite(value)) wrong(name, "holds a number that is not finite");
  return result;
}

std::vector<std::int64_t> get_ints(const json& object, const char* name, std::int64_t minimum,
                                   std::int64_t maximum) {
  const json& values = array(object, name);
  std::vector<std::int64_t> result;
  result.reserve(values.size());
  for (const json& value : values) result.push_back(checked_int(value, name, minimum, maximum));
  return result;
}

}  // namespace coppice
