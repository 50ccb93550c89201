#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/cbor.hpp"
#include "core/cbor_format.hpp"
#include "core/numbers.hpp"

namespace coppice {
namespace {

using cbor::major;

/// The bytes of a count or a float, the highest first.
template <class Bits>
void write_big_endian(Bits value, std::string& to) {
  for (int shift = 8 * (static_cast<int>(sizeof value) - 1); shift >= 0; shift -= 8)
    to += static_cast<char>((value >> shift) & 0xff);
}

void write_head(major type, std::uint64_t count, std::string& to) {
  const unsigned first = static_cast<unsigned>(type) << 5;
  const auto put_first = [&](unsigned low) { to += static_cast<char>(first | low); };
  if (count < cbor::one_byte_follows) {
    put_first(static_cast<unsigned>(count));
  } else if (count <= std::numeric_limits<std::uint8_t>::max()) {
    put_first(cbor::one_byte_follows);
    write_big_endian(static_cast<std::uint8_t>(count), to);
  } else if (count <= std::numeric_limits<std::uint16_t>::max()) {
    put_first(cbor::one_byte_follows + 1);
    write_big_endian(static_cast<std::uint16_t>(count), to);
  } else if (count <= std::numeric_limits<std::uint32_t>::max()) {
    put_first(cbor::one_byte_follows + 2);
    write_big_endian(static_cast<std::uint32_t>(count), to);
  } else {
    put_first(cbor::eight_bytes_follow);
    write_big_endian(count, to);
  }
}

void write_simple(unsigned value, std::string& to) {
  to += static_cast<char>(static_cast<unsigned>(major::simple) << 5 | value);
}

template <class Bits, class Number>
Bits bits_of(Number value) {
  Bits bits = 0;
  static_assert(sizeof bits == sizeof value);
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// A typed array. All NaN have the same bits: models that are alike are the same bytes.
template <class Bits, class Stored, class Number>
void write_typed(std::uint64_t tag, const std::vector<Number>& numbers, std::string& to) {
  static_assert(sizeof(Bits) == sizeof(Stored));
  write_head(major::tag, tag, to);
  write_head(major::bytes, numbers.size() * sizeof(Stored), to);
  to.reserve(to.size() + numbers.size() * sizeof(Stored));
  for (const Number number : numbers) {
    auto stored = static_cast<Stored>(number);
    if constexpr (std::is_floating_point_v<Stored>)
      if (!std::isfinite(stored)) stored = std::numeric_limits<Stored>::quiet_NaN();
    const Bits bits = bits_of<Bits>(stored);
    std::array<char, sizeof bits> bytes{};
    for (std::size_t k = 0; k < sizeof bits; ++k)
      bytes[k] = static_cast<char>((bits >> 8 * k) & 0xff);
    to.append(bytes.data(), bytes.size());
  }
}

struct cbor_writer {
  std::string& to;

  void operator()(std::monostate /*null*/) const { write_simple(cbor::simple_null, to); }
  void operator()(document::opaque /*value*/) const { write_simple(cbor::simple_null, to); }
  void operator()(const document& value) const { value.visit(*this); }

  void operator()(std::int64_t value) const {
    if (value >= 0)
      write_head(major::positive, static_cast<std::uint64_t>(value), to);
    else
      write_head(major::negative, static_cast<std::uint64_t>(-(value + 1)), to);
  }
  void operator()(double value) const {
    if (!std::isfinite(value)) {
      write_simple(cbor::simple_null, to);
    } else if (is_float(value)) {
      write_simple(cbor::simple_float, to);
      write_big_endian(bits_of<std::uint32_t>(static_cast<float>(value)), to);
    } else {
      write_simple(cbor::simple_double, to);
      write_big_endian(bits_of<std::uint64_t>(value), to);
    }
  }
  void operator()(const std::string& text) const {
    write_head(major::text, text.size(), to);
    to += text;
  }

  void operator()(const document::array_type& values) const {
    write_head(major::array, values.size(), to);
    for (const document& value : values) (*this)(value);
  }
  void operator()(const document::object_type& members) const {
    write_head(major::map, members.size(), to);
    for (const auto& [name, value] : members) {
      (*this)(name);
      (*this)(value);
    }
  }

  void operator()(const std::vector<float>& numbers) const {
    write_typed<std::uint32_t, float>(cbor::typed_float, numbers, to);
  }
  void operator()(const std::vector<double>& numbers) const {
    const auto fits = [](double number) { return !std::isfinite(number) || is_float(number); };
    if (std::all_of(numbers.begin(), numbers.end(), fits))
      write_typed<std::uint32_t, float>(cbor::typed_float, numbers, to);
    else
      write_typed<std::uint64_t, double>(cbor::typed_double, numbers, to);
  }
  void operator()(const std::vector<std::int32_t>& numbers) const { write_wholes(numbers); }
  void operator()(const std::vector<std::int64_t>& numbers) const { write_wholes(numbers); }

  template <class Integer>
  void write_wholes(const std::vector<Integer>& numbers) const {
    Integer least = 0;
    Integer most = 0;
    for (const Integer number : numbers) {
      least = std::min(least, number);
      most = std::max(most, number);
    }
    if (least == 0 && most <= std::numeric_limits<std::uint8_t>::max())
      write_typed<std::uint8_t, std::uint8_t>(cbor::typed_uint8, numbers, to);
    else if (least == 0 && most <= std::numeric_limits<std::uint16_t>::max())
      write_typed<std::uint16_t, std::uint16_t>(cbor::typed_uint16, numbers, to);
    else if (least >= std::numeric_limits<std::int32_t>::min() &&
             most <= std::numeric_limits<std::int32_t>::max())
      write_typed<std::uint32_t, std::int32_t>(cbor::typed_int32, numbers, to);
    else
      write_typed<std::uint64_t, std::int64_t>(cbor::typed_int64, numbers, to);
  }
};

}  // namespace

std::string write_cbor(const document& from) {
  std::string result(cbor::self_described);
  cbor_writer{result}(from);
  return result;
}

}  // namespace coppice
