// The constants of CBOR (RFC 8949, RFC 8746) that reader and writer share.
#pragma once

#include <cstdint>
#include <string_view>

namespace coppice::cbor {

/// The upper three bits of the first byte of every item; the lower five are its count, or say how
/// many bytes of count follow.
enum class major : unsigned {
  positive = 0,
  negative = 1,
  bytes = 2,
  text = 3,
  array = 4,
  map = 5,
  tag = 6,
  simple = 7
};

constexpr std::string_view self_described = "\xd9\xd9\xf7";  // the tag 55799

/// What the lower five bits stand for beside counts up to 23.
constexpr unsigned one_byte_follows = 24;
constexpr unsigned eight_bytes_follow = 27;
constexpr unsigned endless = 31;  // until a break

/// The lower five bits of simple values.
constexpr unsigned simple_false = 20;
constexpr unsigned simple_true = 21;
constexpr unsigned simple_null = 22;
constexpr unsigned simple_half = 25;
constexpr unsigned simple_float = 26;
constexpr unsigned simple_double = 27;
constexpr unsigned char end_of_endless = 0xff;

/// Tags of typed arrays: 64 + float? * 16 + signed? * 8 + little endian? * 4 + log2 of the bytes of
/// a whole number, or of half the bytes of a float.
constexpr std::uint64_t first_typed_array = 64;
constexpr std::uint64_t last_typed_array = 87;
constexpr std::uint64_t typed_uint8 = 64;
constexpr std::uint64_t typed_uint16 = 69;
constexpr std::uint64_t typed_int32 = 78;
constexpr std::uint64_t typed_int64 = 79;
constexpr std::uint64_t typed_float = 85;
constexpr std::uint64_t typed_double = 86;

}  // namespace coppice::cbor
