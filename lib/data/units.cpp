#include "data/units.hpp"

#include <algorithm>
#include <string_view>

namespace coppice {
namespace {

constexpr std::string_view of_numbers = "0123456789";
constexpr std::string_view within_numbers = "0123456789.,'";
constexpr std::string_view of_codes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_#";

struct measured {
  std::string_view before;
  std::string_view after;
};

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Finds what stands before and after the number. False where the text has no number or several.
bool take_apart(std::string_view text, measured& parts) {
  const std::size_t first = text.find_first_of(of_numbers);
  if (first == std::string_view::npos) return false;
  const std::size_t end = std::min(text.find_first_not_of(within_numbers, first), text.size());
  parts.before = without_blanks(text.substr(0, first));
  parts.after = without_blanks(text.substr(end));
  if (!parts.before.empty() && (parts.before.back() == '-' || parts.before.back() == '+'))
    parts.before = without_blanks(parts.before.substr(0, parts.before.size() - 1));
  else if (!parts.before.empty() && (parts.before[0] == '-' || parts.before[0] == '+'))
    parts.before = without_blanks(parts.before.substr(1));
  return parts.before.find_first_of(of_codes) == std::string_view::npos &&
         parts.after.find_first_of(of_numbers) == std::string_view::npos;
}

}  // namespace

std::string common_unit(const std::vector<std::string>& texts) {
  measured common;
  for (std::size_t k = 0; k < texts.size(); ++k) {
    measured parts;
    if (!take_apart(texts[k], parts)) return "";
    if (k == 0) common = parts;
    if (parts.before != common.before || parts.after != common.after) return "";
  }
  if (common.before.empty() || common.after.empty())
    return std::string(common.before) + std::string(common.after);
  return std::string(common.before) + ".." + std::string(common.after);
}

}  // namespace coppice
