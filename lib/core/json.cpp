#include "core/json.hpp"

#include <cmath>

// The parser asserts that strtod has taken all of a number, which is not so in a locale whose
// decimal point has two bytes. Its value of a number is not used here.
#define JSON_ASSERT(condition) static_cast<void>(0)
#include <nlohmann/json.hpp>

#include "core/document_builder.hpp"
#include "core/numbers.hpp"
#include "core/text.hpp"

namespace coppice {
namespace {

// ----------------------------------------------------------------------------------- writing

bool is_plain(std::string_view digits) {
  return digits.find_first_of(".e") == std::string_view::npos;
}

/// An element of a list, which is read as a double where one of the list is. Without a point or an
/// exponent a parser takes a number for a whole one, and whole numbers have no -0 and end at 2^63.
void write_number(double value, std::string& to) {
  if (!std::isfinite(value)) {
    to += "null";
    return;
  }
  const std::string digits = shortest(value);
  to += digits;
  const bool beyond_whole = std::abs(value) > 9e15 || (value == 0 && std::signbit(value));
  if (is_plain(digits) && beyond_whole) to += ".0";
}

/// A number that stands by itself is told from a whole one: "1.0".
void write_single_number(double value, std::string& to) {
  if (!std::isfinite(value)) return write_number(value, to);
  const std::string digits = shortest(value);
  to += digits;
  if (is_plain(digits)) to += ".0";
}

struct json_writer {
  std::string& to;

  void operator()(std::monostate /*null*/) const { to += "null"; }
  void operator()(document::opaque /*value*/) const { to += "null"; }
  void operator()(std::int64_t value) const { append(to, value); }
  void operator()(double value) const { write_single_number(value, to); }
  void operator()(const document& value) const { value.visit(*this); }

  void operator()(const std::string& from) const {
    constexpr std::string_view hex = "0123456789abcdef";
    to += '"';
    for (const char character : from) {
      const auto byte = static_cast<unsigned char>(character);
      if (character == '"' || character == '\\') {
        to += '\\';
        to += character;
      } else if (byte < 0x20) {
        to += "\\u00";
        to += hex[byte >> 4];
        to += hex[byte & 15];
      } else {
        to += character;
      }
    }
    to += '"';
  }

  void operator()(const document::object_type& members) const {
    char before = '{';
    for (const auto& [name, value] : members) {
      to += std::exchange(before, ',');
      (*this)(name);
      to += ':';
      (*this)(value);
    }
    to += members.empty() ? "{}" : "}";
  }

  /// Lists, packed or not.
  template <class Element>
  void operator()(const std::vector<Element>& values) const {
    char before = '[';
    for (const Element& value : values) {
      to += std::exchange(before, ',');
      if constexpr (std::is_integral_v<Element>)
        append(to, value);
      else if constexpr (std::is_floating_point_v<Element>)
        write_number(static_cast<double>(value), to);
      else
        (*this)(value);
    }
    to += values.empty() ? "[]" : "]";
  }
};

// ----------------------------------------------------------------------------------- reading

/// What the digits say, whatever the locale: where '.' was, the parser has put the first byte of
/// the locale's decimal point. False for what no double can hold.
bool read_number(const std::string& token, double& value) {
  if (parse_double(token, value) == number_error::none) return true;
  const std::size_t point = token.find_first_not_of("0123456789+-eE");
  if (point == std::string::npos) return false;
  std::string digits = token;
  digits[point] = '.';
  return parse_double(digits, value) == number_error::none;
}

class json_events : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit json_events(document_builder& builder) : builder_(builder) {}

  bool null() override { return builder_.null(), true; }
  bool boolean(bool /*value*/) override {
    return builder_.value(document::opaque{"a boolean"}), true;
  }
  bool number_integer(std::int64_t value) override { return builder_.whole(value), true; }
  bool number_unsigned(std::uint64_t value) override {
    if (value > document_builder::largest_whole)
      return builder_.real(static_cast<double>(value)), true;
    return builder_.whole(static_cast<std::int64_t>(value)), true;
  }
  bool number_float(double /*value*/, const std::string& token) override {
    double value = 0;
    if (!read_number(token, value))
      fail_damaged(text("it has the number ", in_quotes(token), ", which a double cannot hold"));
    return builder_.real(value), true;
  }
  bool string(std::string& value) override { return builder_.text(std::move(value)), true; }
  bool binary(nlohmann::json::binary_t& /*no JSON*/) override { return false; }
  bool start_object(std::size_t /*size*/) override { return builder_.open_object(), true; }
  bool key(std::string& name) override { return builder_.name(std::move(name)), true; }
  bool end_object() override { return builder_.close(), true; }
  bool start_array(std::size_t /*size*/) override { return builder_.open_array(), true; }
  bool end_array() override { return builder_.close(), true; }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*why*/) override {
    fail_damaged(text("it does not parse at byte ", position));
  }

 private:
  document_builder& builder_;
};

}  // namespace

std::string write_json(const document& from) {
  std::string result;
  json_writer{result}(from);
  return result;
}

document parse_json(const char* bytes, std::size_t size) {
  document_builder builder;
  json_events events(builder);
  if (!nlohmann::json::sax_parse(bytes, bytes + size, &events)) fail_damaged("it does not parse");
  return builder.take();
}

}  // namespace coppice
