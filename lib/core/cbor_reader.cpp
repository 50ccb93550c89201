// An iterative reader: a stack of what is open, whose depth the builder limits. Nothing that a file
// says about sizes is believed before it is compared with the bytes that are left.
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/cbor.hpp"
#include "core/cbor_format.hpp"
#include "core/document_builder.hpp"
#include "core/text.hpp"

namespace coppice {
namespace {

using cbor::major;

/// The number that bytes are, the lowest first or last.
template <class Number>
Number number_at(const char* bytes, bool little_endian) {
  using bits_of_size = std::conditional_t<
      sizeof(Number) == 1, std::uint8_t,
      std::conditional_t<sizeof(Number) == 2, std::uint16_t,
                         std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>>>;
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < sizeof(Number); ++k) {
    const std::size_t shift = 8 * (little_endian ? k : sizeof(Number) - 1 - k);
    bits |= std::uint64_t{static_cast<unsigned char>(bytes[k])} << shift;
  }
  const auto narrow = static_cast<bits_of_size>(bits);
  Number number = 0;
  std::memcpy(&number, &narrow, sizeof number);
  return number;
}

template <class Stored, class Number>
document typed(std::string_view bytes, bool little_endian) {
  if (bytes.size() % sizeof(Stored) != 0)
    return document::opaque{"a typed array with part of a number"};
  std::vector<Number> numbers(bytes.size() / sizeof(Stored));
  if (numbers.empty()) return document::array_type();
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto stored = number_at<Stored>(bytes.data() + k * sizeof(Stored), little_endian);
    numbers[k] = static_cast<Number>(stored);  // NOLINT(bugprone-signed-char-misuse): a number
  }
  return numbers;
}

document typed_uint64(std::string_view bytes, bool little_endian) {
  document list = typed<std::uint64_t, std::int64_t>(bytes, little_endian);
  if (const auto* numbers = list.get_if<std::vector<std::int64_t>>())
    for (const std::int64_t number : *numbers)
      if (number < 0) return document::opaque{"a typed array with a number above 2^63"};
  return list;
}

document typed_array(std::uint64_t tag, std::string_view bytes) {
  constexpr std::uint64_t little_endian_bit = 4;
  const bool little = (tag & little_endian_bit) != 0;
  switch (tag & ~little_endian_bit) {
    case 64:  // with the bit, clamped in arithmetic, which makes no difference here
      return typed<std::uint8_t, std::int32_t>(bytes, little);
    case 65:
      return typed<std::uint16_t, std::int32_t>(bytes, little);
    case 66:
      return typed<std::uint32_t, std::int64_t>(bytes, little);
    case 67:
      return typed_uint64(bytes, little);
    case 72:
      return typed<std::int8_t, std::int32_t>(bytes, little);
    case 73:
      return typed<std::int16_t, std::int32_t>(bytes, little);
    case 74:
      return typed<std::int32_t, std::int32_t>(bytes, little);
    case 75:
      return typed<std::int64_t, std::int64_t>(bytes, little);
    case 81:
      return typed<float, float>(bytes, little);
    case 82:
      return typed<double, double>(bytes, little);
    default:
      return document::opaque{"a typed array of floats of 16 or 128 bits"};
  }
}

/// A float of 16 bits: sign, 5 bits of exponent, 10 of mantissa.
double half(std::uint64_t bits) {
  const auto mantissa = static_cast<double>(bits & 0x3ff);
  const auto exponent = static_cast<int>(bits >> 10 & 0x1f);
  double value = 0;
  if (exponent == 0)
    value = std::ldexp(mantissa, -24);
  else if (exponent < 31)
    value = std::ldexp(mantissa + 1024, exponent - 25);
  else
    value = mantissa == 0 ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN();
  return (bits & 0x8000) != 0 ? -value : value;
}

class cbor_reader {
 public:
  cbor_reader(const char* bytes, std::size_t size) : all_(bytes, size), left_(all_) {}

  document read() {
    if (left_.substr(0, cbor::self_described.size()) == cbor::self_described)
      left_.remove_prefix(cbor::self_described.size());
    do {
      read_item();
      while (!open_.empty() && open_.back().complete()) close();
    } while (!open_.empty());
    if (!left_.empty()) fail_here();
    return builder_.take();
  }

 private:
  /// A list, an object or a tag that is being read. An object has two items a member.
  struct container {
    std::uint64_t items;
    bool endless;
    bool is_map;
    std::uint64_t taken = 0;
    [[nodiscard]] bool complete() const { return !endless && taken == items; }
    [[nodiscard]] bool wants_name() const { return is_map && taken % 2 == 0; }
  };

  struct head {
    major type;
    unsigned low;            // the lower five bits
    std::uint64_t argument;  // a count, a number, or the bits of a float
  };

  [[noreturn]] void fail_here() const {
    fail_damaged(text("it does not parse at byte ", all_.size() - left_.size()));
  }

  std::string_view take(std::uint64_t count) {
    if (count > left_.size()) fail_here();
    const std::string_view taken = left_.substr(0, count);
    left_.remove_prefix(count);
    return taken;
  }

  head read_head() {
    const auto first = static_cast<unsigned char>(take(1).front());
    head result = {static_cast<major>(first >> 5), first & 31U, first & 31U};
    if (result.low >= cbor::one_byte_follows && result.low <= cbor::eight_bytes_follow) {
      result.argument = 0;
      for (const char byte : take(std::uint64_t{1} << (result.low - cbor::one_byte_follows)))
        result.argument = result.argument << 8 | static_cast<unsigned char>(byte);
    } else if (result.low > cbor::eight_bytes_follow) {
      const bool may_be_endless = result.type == major::bytes || result.type == major::text ||
                                  result.type == major::array || result.type == major::map;
      if (result.low != cbor::endless || !may_be_endless) fail_here();
    }
    return result;
  }

  /// Whether a break comes next; it is taken.
  bool take_break() {
    if (left_.empty() || static_cast<unsigned char>(left_.front()) != cbor::end_of_endless)
      return false;
    left_.remove_prefix(1);
    return true;
  }

  void close() {
    builder_.close();
    open_.pop_back();
  }

  void read_item() {
    if (!open_.empty()) {
      container& in = open_.back();
      const bool may_end = in.endless && (!in.is_map || in.wants_name());
      if (may_end && take_break()) return close();
      const bool is_name = in.wants_name() && !builder_.skipping();
      ++in.taken;
      if (is_name) return read_name();
    }
    read_value(read_head());
  }

  void read_name() {
    const head name = read_head();
    if (name.type == major::text && name.low != cbor::endless)
      return builder_.name(std::string(take(name.argument)));
    builder_.abandon("an object whose names are not all text in one piece");
    read_value(name);
  }

  void read_value(const head& item) {
    switch (item.type) {
      case major::positive:
        if (item.argument > document_builder::largest_whole)
          return builder_.real(static_cast<double>(item.argument));
        return builder_.whole(static_cast<std::int64_t>(item.argument));
      case major::negative:
        if (item.argument > document_builder::largest_whole)
          return builder_.real(-1 - static_cast<double>(item.argument));
        return builder_.whole(-1 - static_cast<std::int64_t>(item.argument));
      case major::bytes:
      case major::text:
        return read_string(item);
      case major::array:
        builder_.open_array();
        return open(item, 1);
      case major::map:
        builder_.open_object();
        return open(item, 2);
      case major::tag:
        return read_tagged(item.argument);
      case major::simple:
        return read_simple(item);
    }
  }

  /// Every item takes at least a byte.
  void open(const head& item, std::uint64_t items_each) {
    const bool endless = item.low == cbor::endless;
    if (!endless && item.argument > left_.size() / items_each) fail_here();
    open_.push_back({item.argument * items_each, endless, items_each == 2});
  }

  void read_string(const head& item) {
    const bool is_text = item.type == major::text;
    if (item.low == cbor::endless) {
      while (!take_break()) {
        const head piece = read_head();
        if (piece.type != item.type || piece.low == cbor::endless) fail_here();
        take(piece.argument);
      }
      return builder_.value(document::opaque{is_text ? "text in pieces" : "bytes in pieces"});
    }
    const std::string_view bytes = take(item.argument);
    if (!is_text) return builder_.value(document::opaque{"bytes"});
    if (!builder_.skipping()) builder_.text(std::string(bytes));
  }

  /// A typed array, or something that is skipped.
  void read_tagged(std::uint64_t tag) {
    const bool is_typed = tag >= cbor::first_typed_array && tag <= cbor::last_typed_array;
    if (is_typed && !builder_.skipping() && !left_.empty() &&
        static_cast<unsigned char>(left_.front()) >> 5 == static_cast<unsigned>(major::bytes) &&
        (static_cast<unsigned char>(left_.front()) & 31U) != cbor::endless)
      return builder_.value(typed_array(tag, take(read_head().argument)));
    builder_.open_opaque(is_typed ? "a typed array without its bytes" : "a tagged value");
    open_.push_back({1, false, false});
  }

  void read_simple(const head& item) {
    switch (item.low) {
      case cbor::simple_false:
      case cbor::simple_true:
        return builder_.value(document::opaque{"a boolean"});
      case cbor::simple_null:
        return builder_.null();
      case cbor::simple_half:
        return builder_.real(half(item.argument));
      case cbor::simple_float: {
        const auto bits = static_cast<std::uint32_t>(item.argument);
        float value = 0;
        std::memcpy(&value, &bits, sizeof value);
        return builder_.real(static_cast<double>(value));
      }
      case cbor::simple_double: {
        double value = 0;
        std::memcpy(&value, &item.argument, sizeof value);
        return builder_.real(value);
      }
      default:
        return builder_.value(document::opaque{"a value without a meaning"});
    }
  }

  std::string_view all_;
  std::string_view left_;
  document_builder builder_;
  std::vector<container> open_;
};

}  // namespace

document parse_cbor(const char* bytes, std::size_t size) {
  return cbor_reader(bytes, size).read();
}

}  // namespace coppice
