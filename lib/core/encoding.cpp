#include "core/encoding.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include <nlohmann/json.hpp>

#include "core/text.hpp"

namespace coppice {
namespace {

// ------------------------------------------------------------------------------ writing JSON

void write_json_text(const std::string& from, std::string& to) {
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

/// Without a point or an exponent a parser takes a number for a whole one, and whole numbers have
/// no -0 and end at 2^63.
std::string json_number(double value) {
  std::string result = shortest(value);
  const bool plain = result.find_first_of(".e") == std::string::npos;
  if (plain && (std::abs(value) > 9e15 || (value == 0 && std::signbit(value)))) result += ".0";
  return result;
}

/// A number that stands by itself is told from a whole one: "1.0", where the elements of an array,
/// which are read as either, stay short.
std::string json_double(double value) {
  std::string result = json_number(value);
  if (result.find_first_of(".e") == std::string::npos) result += ".0";
  return result;
}

void write_json(const document& from, std::string& to) {
  if (const auto* whole = from.get_if<std::int64_t>()) {
    append(to, *whole);
  } else if (const auto* real = from.get_if<double>()) {
    append(to, std::isfinite(*real) ? json_double(*real) : "null");
  } else if (const auto* string = from.get_if<std::string>()) {
    write_json_text(*string, to);
  } else if (const auto* array = from.get_if<document::array_type>()) {
    to += '[';
    for (std::size_t k = 0; k < array->size(); ++k) {
      if (k > 0) to += ',';
      const auto* element = (*array)[k].get_if<double>();
      if (element != nullptr && std::isfinite(*element))
        to += json_number(*element);
      else
        write_json((*array)[k], to);
    }
    to += ']';
  } else if (const auto* object = from.get_if<document::object_type>()) {
    to += '{';
    for (std::size_t k = 0; k < object->size(); ++k) {
      if (k > 0) to += ',';
      write_json_text((*object)[k].first, to);
      to += ':';
      write_json((*object)[k].second, to);
    }
    to += '}';
  } else {
    to += "null";
  }
}

// ------------------------------------------------------------------------------ writing CBOR

constexpr char cbor_null = '\xf6';
constexpr char cbor_float = '\xfa';
constexpr char cbor_double = '\xfb';
enum class major : unsigned { positive = 0, negative = 1, string = 3, array = 4, map = 5 };

void write_big_endian(std::uint64_t value, int bytes, std::string& to) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
    to += static_cast<char>((value >> shift) & 0xff);
}

void write_cbor_head(major type, std::uint64_t count, std::string& to) {
  const unsigned first = static_cast<unsigned>(type) << 5;
  if (count < 24) {
    to += static_cast<char>(first | count);
    return;
  }
  int power = 0;  // the count takes 1, 2, 4 or 8 bytes
  while (power < 3 && count >> (8U << power) != 0) ++power;
  to += static_cast<char>(first | (24U + static_cast<unsigned>(power)));
  write_big_endian(count, 1 << power, to);
}

void write_cbor_text(const std::string& from, std::string& to) {
  write_cbor_head(major::string, from.size(), to);
  to += from;
}

template <class Bits, class Real>
void write_cbor_real(char head, Real value, std::string& to) {
  Bits bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  to += head;
  write_big_endian(bits, sizeof value, to);
}

void write_cbor(const document& from, std::string& to) {
  if (const auto* whole = from.get_if<std::int64_t>()) {
    if (*whole >= 0)
      write_cbor_head(major::positive, static_cast<std::uint64_t>(*whole), to);
    else
      write_cbor_head(major::negative, static_cast<std::uint64_t>(-(*whole + 1)), to);
  } else if (const auto* real = from.get_if<double>()) {
    if (!std::isfinite(*real)) {
      to += cbor_null;
    } else if (std::abs(*real) <= std::numeric_limits<float>::max() &&
               static_cast<double>(static_cast<float>(*real)) == *real) {
      write_cbor_real<std::uint32_t>(cbor_float, static_cast<float>(*real), to);
    } else {
      write_cbor_real<std::uint64_t>(cbor_double, *real, to);
    }
  } else if (const auto* string = from.get_if<std::string>()) {
    write_cbor_text(*string, to);
  } else if (const auto* array = from.get_if<document::array_type>()) {
    write_cbor_head(major::array, array->size(), to);
    for (const document& value : *array) write_cbor(value, to);
  } else if (const auto* object = from.get_if<document::object_type>()) {
    write_cbor_head(major::map, object->size(), to);
    for (const auto& [name, value] : *object) {
      write_cbor_text(name, to);
      write_cbor(value, to);
    }
  } else {
    to += cbor_null;
  }
}

// ----------------------------------------------------------------------------------- reading

/// Builds a document from a parser's events. Refuses by returning false: what is nested deeper
/// than any model (the CBOR parser is recursive, and its stack is not ours to spend), and what
/// documents do not have.
class builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return put({}); }
  bool boolean(bool /*value*/) override { return refuse("it holds a boolean"); }
  bool number_integer(std::int64_t value) override { return put(value); }
  bool number_unsigned(std::uint64_t value) override {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return refuse("it holds a number above 2^63");
    return put(static_cast<std::int64_t>(value));
  }
  bool number_float(double value, const std::string& /*text*/) override { return put(value); }
  bool string(std::string& value) override { return is_text(value) && put(std::move(value)); }
  bool binary(nlohmann::json::binary_t& /*value*/) override { return refuse("it holds bytes"); }
  bool start_object(std::size_t /*size*/) override { return open(document::object_type()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t /*size*/) override { return open(document::array_type()); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    name_ = std::move(name);
    return is_text(name_);
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*why*/) override {
    return refuse(text("it does not parse at byte ", position));
  }

  document root;
  std::string reason = "it does not parse";

 private:
  bool refuse(std::string why) {
    reason = std::move(why);
    return false;
  }

  /// The parser of JSON sees to UTF-8; CBOR's takes any bytes, also those that JSON could not hold.
  /// Neither minds a NUL, at which C would end the text.
  bool is_text(std::string_view bytes) {
    const bool plain = is_utf8(bytes) && bytes.find('\0') == std::string_view::npos;
    return plain || refuse("it holds text that is not UTF-8 without NUL");
  }

  /// Puts a value where the parser is; `place` receives its address there.
  bool put(document value, document** place = nullptr) {
    document* to = &root;
    if (!open_.empty()) {
      if (auto* object = open_.back()->get_if<document::object_type>())
        to = &object->emplace_back(std::move(name_), document()).second;
      else
        to = &open_.back()->get_if<document::array_type>()->emplace_back();
    }
    *to = std::move(value);
    if (place != nullptr) *place = to;
    return true;
  }

  /// What is open stays where it is until it is closed: only the innermost one grows.
  bool open(document empty) {
    if (open_.size() >= document::most_depth) return refuse("it is nested too deeply");
    document* place = nullptr;
    put(std::move(empty), &place);
    open_.push_back(place);
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::vector<document*> open_;
  std::string name_;
};

/// Whether no text or byte string comes in pieces: the parser reads pieces within pieces
/// recursively, without an event that could stop it. CBOR is a sequence of heads, each followed by
/// its string if it is one; what nests needs no nesting to be walked over. What is broken otherwise
/// is left to the parser, which meets it at the same place.
bool has_plain_strings(std::string_view bytes) {
  constexpr unsigned in_pieces = 31;
  while (!bytes.empty()) {
    const auto head = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    const bool is_string = head >> 5 == 2 || head >> 5 == 3;
    std::uint64_t argument = head & 31;
    if (is_string && argument == in_pieces) return false;
    if (argument >= 24 && argument <= 27) {
      const std::size_t width = std::size_t{1} << (argument - 24);
      if (bytes.size() < width) return true;
      argument = 0;
      for (std::size_t k = 0; k < width; ++k)
        argument = argument << 8 | static_cast<unsigned char>(bytes[k]);
      bytes.remove_prefix(width);
    }
    if (!is_string) continue;
    if (argument > bytes.size()) return true;
    bytes.remove_prefix(argument);
  }
  return true;
}

document parse(const char* bytes, std::size_t size, nlohmann::json::input_format_t format) {
  builder events;
  if (!nlohmann::json::sax_parse(bytes, bytes + size, &events, format)) fail_damaged(events.reason);
  return std::move(events.root);
}

}  // namespace

std::string write_json(const document& from) {
  std::string result;
  write_json(from, result);
  return result;
}

std::string write_cbor(const document& from) {
  std::string result;
  write_cbor(from, result);
  return result;
}

document parse_json(const char* bytes, std::size_t size) {
  return parse(bytes, size, nlohmann::json::input_format_t::json);
}

document parse_cbor(const char* bytes, std::size_t size) {
  if (!has_plain_strings({bytes, size})) fail_damaged("it holds text in pieces");
  return parse(bytes, size, nlohmann::json::input_format_t::cbor);
}

}  // namespace coppice
