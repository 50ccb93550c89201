#include "data/dates.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace coppice {
namespace {

/// Takes the digits that the text begins with, and gives their number; -1 where there are none or
/// more than a year has.
int take_number(std::string_view& text) {
  constexpr std::size_t most = 4;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > most) return -1;
  int number = 0;
  for (const char digit : text.substr(0, digits)) number = 10 * number + (digit - '0');
  text.remove_prefix(digits);
  return number;
}

/// In either order.
bool are_day_and_month(int a, int b) {
  constexpr int days = 31;
  constexpr int months = 12;
  return a >= 1 && b >= 1 && a <= days && b <= days && (a <= months || b <= months);
}

/// What may follow a date: nothing, or T or a blank before hours and minutes.
bool is_time(std::string_view text) {
  if (text.empty()) return true;
  constexpr std::string_view of_times = "0123456789:.,+-Z APMapm";
  return (text[0] == 'T' || text[0] == ' ') && text.find(':') != std::string_view::npos &&
         text.find_first_not_of(of_times, 1) == std::string_view::npos;
}

}  // namespace

bool is_date(std::string_view text) {
  std::array<int, 3> parts{};
  char mark = '\0';
  for (std::size_t k = 0; k < parts.size(); ++k) {
    parts[k] = take_number(text);
    if (parts[k] < 0) return false;
    if (k + 1 == parts.size()) break;
    constexpr std::string_view marks = "-./";
    if (text.empty() || marks.find(text[0]) == std::string_view::npos) return false;
    if (k > 0 && text[0] != mark) return false;
    mark = text[0];
    text.remove_prefix(1);
  }
  const auto [first, second, third] = parts;
  return is_time(text) && (are_day_and_month(second, third) || are_day_and_month(first, second));
}

}  // namespace coppice
