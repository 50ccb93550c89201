// Numbers, columns, wrapping and suggestions.
#include "text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

namespace program {
namespace {

template <class... Format>
std::string formatted(double value, Format... format) {
  std::array<char, 400> buffer{};  // 1.8e308 with its decimals
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...);
  return {buffer.data(), end.ptr};
}

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

std::string padding(std::string_view text, std::size_t width) {
  const std::size_t taken = columns_of(text);
  return std::string(taken < width ? width - taken : 0, ' ');
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

bool is_option(std::string_view name) {
  return name.substr(0, 2) == "--";
}

std::string_view without_hyphens(std::string_view name) {
  return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

std::size_t shared_beginning(std::string_view a, std::string_view b) {
  std::size_t size = 0;
  while (size < std::min(a.size(), b.size()) && a[size] == b[size]) ++size;
  return size;
}

/// The name that a single edit makes of it, or the only one that begins so, or else the nearest by
/// edit distance, and of equals the one that begins alike for longer; null where none is near.
const std::string* nearest(std::string_view unknown, const std::vector<std::string>& names) {
  unknown = without_hyphens(unknown);
  if (unknown.empty()) return nullptr;
  const std::string* best = nullptr;
  const std::string* longer = nullptr;
  std::size_t begin_so = 0;
  std::size_t best_distance = unknown.size() / 3 + 2;
  for (const std::string& name : names) {
    const std::string_view known = without_hyphens(name);
    if (known.substr(0, unknown.size()) == unknown) {
      longer = &name;
      ++begin_so;
    }
    const std::size_t distance = edit_distance(unknown, known);
    const bool nearer =
        best == nullptr || distance != best_distance
            ? distance < best_distance
            : shared_beginning(unknown, known) > shared_beginning(unknown, without_hyphens(*best));
    if (!nearer) continue;
    best_distance = distance;
    best = &name;
  }
  return best_distance > 1 && begin_so == 1 ? longer : best;
}

}  // namespace

std::string shortest(double value) {
  return formatted(value);
}

std::string significant(double value, int digits) {
  if (std::isnan(value)) return "-";
  return formatted(value, std::chars_format::general, digits);
}

std::string fixed(double value, int decimals) {
  if (std::isnan(value)) return "-";
  return formatted(value, std::chars_format::fixed, decimals);
}

std::string scientific(double value, int decimals) {
  if (std::isnan(value)) return "-";
  return formatted(value, std::chars_format::scientific, decimals);
}

bool parse_number(std::string_view token, double& value) {
  if (token.size() > 1 && token[0] == '+' && token[1] != '-') token.remove_prefix(1);
  const char* const end = token.data() + token.size();
  const auto [read, code] = std::from_chars(token.data(), end, value);
  return code == std::errc() && read == end && std::isfinite(value);
}

bool parse_whole(std::string_view token, std::int64_t& value) {
  const char* const end = token.data() + token.size();
  const auto [read, code] = std::from_chars(token.data(), end, value);
  return code == std::errc() && read == end;
}

std::string counted(std::int64_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string left(std::string_view text, std::size_t width) {
  return std::string(text) + padding(text, width);
}

std::string right(std::string_view text, std::size_t width) {
  return padding(text, width) + std::string(text);
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const std::vector<std::string>& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c)
      widths[c] = std::max(widths[c], columns_of(row[c]));
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c)
      text +=
          c == 0 ? left(row[c], row.size() > 1 ? widths[c] : 0) : "  " + right(row[c], widths[c]);
    text += '\n';
  }
  return text;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string result;
  std::size_t column = 0;
  for (const std::string& word : split(text, ' ')) {
    const std::size_t wide = columns_of(word);
    if (column > 0 && column + 1 + wide > width) {
      result += '\n' + std::string(indent, ' ');
      column = 0;
    } else if (column > 0) {
      result += ' ';
      ++column;
    }
    result += word;
    column += wide;
  }
  return result;
}

bool ends_in(std::string_view name, std::string_view end) {
  return name.size() > end.size() && name.substr(name.size() - end.size()) == end;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string result;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (k > 0) result += separator;
    result += parts[k];
  }
  return result;
}

std::string suggestion(std::string_view unknown, const std::vector<std::string>& names,
                       const char* listing) {
  constexpr std::size_t line = 80;
  if (const std::string* const best = nearest(unknown, names); best != nullptr) {
    const std::string quote = is_option(*best) ? "" : "\"";  // an option is known by its hyphens
    return "; did you mean " + quote + *best + quote + "?";
  }
  const std::string all = joined(names, ", ");
  return listing == nullptr || all.size() <= line ? "; expected one of: " + all : listing;
}

std::string replaced(std::string text, const std::string& words, const std::string& by) {
  if (const std::size_t at = text.find(words); at != std::string::npos)
    text.replace(at, words.size(), by);
  return text;
}

}  // namespace program
