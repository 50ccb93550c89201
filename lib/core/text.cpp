#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

namespace coppice {

std::string shortest(double value) {
  if (std::isnan(value)) return "nan";
  std::array<char, 32> buffer{};
  char* const first = buffer.data();
  return {first, std::to_chars(first, first + buffer.size(), value).ptr};
}

std::string printable(std::string_view value, std::size_t most) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string_view shown = value.substr(0, most);
  // A cut inside a character takes all of it.
  if (value.size() > most)
    while (!shown.empty() && (static_cast<unsigned char>(value[shown.size()]) & 0xc0) == 0x80)
      shown.remove_suffix(1);
  const bool readable = is_utf8(shown);
  std::string result;
  for (const char character : shown) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !readable)) {
      result += "\\x";
      result += hex[byte >> 4];
      result += hex[byte & 15];
    } else {
      result += character;
    }
  }
  if (value.size() > most) result += "...";
  return result;
}

character first_character(std::string_view bytes) {
  constexpr character none = {0, 0};
  if (bytes.empty()) return none;
  const auto first = static_cast<unsigned char>(bytes[0]);
  const std::size_t size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || size > bytes.size()) return none;
  std::uint32_t code = size == 1 ? first : first & (0xffU >> (size + 1));
  for (std::size_t k = 1; k < size; ++k) {
    const auto next = static_cast<unsigned char>(bytes[k]);
    if ((next & 0xc0) != 0x80) return none;
    code = code << 6 | (next & 0x3fU);
  }
  constexpr std::array<std::uint32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
  if (code < smallest[size] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return none;
  return {code, size};
}

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const character next = first_character(bytes);
    if (next.size == 0) return false;
    bytes.remove_prefix(next.size);
  }
  return true;
}

std::int64_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::int64_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<std::int64_t>(j);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::int64_t diagonal = row[0];
    row[0] = static_cast<std::int64_t>(i) + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::int64_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

std::size_t shared_beginning(std::string_view a, std::string_view b) {
  std::size_t size = 0;
  while (size < std::min(a.size(), b.size()) && a[size] == b[size]) ++size;
  return size;
}

}  // namespace coppice
