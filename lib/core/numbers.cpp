#include "core/numbers.hpp"

#include <charconv>
#include <cmath>

namespace coppice {
namespace {

/// Whether a well-formed decimal that does not fit a double is too small rather than too large:
/// its first significant digit stands behind the decimal point once the exponent is applied.
bool is_tiny(std::string_view token) {
  const std::size_t mark = token.find_first_of("eE");
  const std::string_view mantissa = token.substr(0, mark);
  std::int64_t exponent = 0;
  if (mark != std::string_view::npos) {
    std::string_view digits = token.substr(mark + 1);
    const bool negative = !digits.empty() && digits.front() == '-';
    if (!digits.empty() && (digits.front() == '-' || digits.front() == '+'))
      digits.remove_prefix(1);
    for (const char digit : digits)
      if (exponent < 1000000000) exponent = exponent * 10 + (digit - '0');
    if (negative) exponent = -exponent;
  }
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = std::min(mantissa.find_first_of("123456789"), mantissa.size());
  return static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) + exponent <= 0;
}

std::string_view without_plus(std::string_view token) {
  if (token.size() > 1 && token[0] == '+' && token[1] != '-' && token[1] != '+')
    token.remove_prefix(1);
  return token;
}

}  // namespace

number_error parse_double(std::string_view token, double& value) {
  token = without_plus(token);
  double parsed = 0;
  const auto [end, code] = std::from_chars(token.data(), token.data() + token.size(), parsed);
  if (code == std::errc::invalid_argument || end != token.data() + token.size())
    return number_error::not_a_number;
  if (code == std::errc::result_out_of_range) {
    if (!is_tiny(token)) return number_error::overflow;
    parsed = 0;
  } else if (!std::isfinite(parsed)) {
    const bool word = token.find_first_of("nN") != std::string_view::npos;  // nan, inf
    return word ? number_error::not_a_number : number_error::overflow;
  }
  value = parsed;
  return number_error::none;
}

bool means_missing(std::string_view token) {
  if (token == "NA" || token == "?") return true;
  if (!token.empty() && (token[0] == '-' || token[0] == '+')) token.remove_prefix(1);
  const auto is = [](char c, char lower) { return c == lower || c == lower - 'a' + 'A'; };
  return token.size() == 3 && is(token[0], 'n') && is(token[1], 'a') && is(token[2], 'n');
}

number_error parse_int(std::string_view token, std::int64_t& value) {
  token = without_plus(token);
  std::int64_t parsed = 0;
  const auto [end, code] = std::from_chars(token.data(), token.data() + token.size(), parsed);
  if (code == std::errc::invalid_argument || end != token.data() + token.size())
    return number_error::not_a_number;
  if (code == std::errc::result_out_of_range) return number_error::overflow;
  value = parsed;
  return number_error::none;
}

}  // namespace coppice
