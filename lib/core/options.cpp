#include "core/options.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/numbers.hpp"

namespace coppice {
namespace {

constexpr double exact_integers = 9007199254740992.0;  // 2^53

std::vector<std::string_view> split_choices(const char* choices) {
  std::vector<std::string_view> result;
  std::string_view rest = choices;
  while (!rest.empty()) {
    const std::size_t bar = rest.find('|');
    result.push_back(rest.substr(0, bar));
    rest.remove_prefix(bar == std::string_view::npos ? rest.size() : bar + 1);
  }
  return result;
}

bool is_number(const option& row) {
  return row.type == option_type::real || row.type == option_type::integer;
}

}  // namespace

option real_option(const char* name, const char* default_text, double minimum, bool above_minimum,
                   double maximum, const char* range, const char* help) {
  return {name, option_type::real, default_text, minimum, above_minimum, maximum, "", range, help};
}

option integer_option(const char* name, const char* default_text, double minimum, const char* range,
                      const char* help) {
  return integer_option(name, default_text, minimum, exact_integers, range, help);
}

option integer_option(const char* name, const char* default_text, double minimum, double maximum,
                      const char* range, const char* help) {
  return {name, option_type::integer, default_text, minimum, false, maximum, "", range, help};
}

option choice_option(const char* name, const char* default_text, const char* choices,
                     const char* help) {
  return {name, option_type::choice, default_text, 0, false, 0, choices, "", help};
}

option text_option(const char* name, const char* default_text, text_check check, const char* range,
                   const char* help) {
  return {name, option_type::text, default_text, 0, false, 0, "", range, help, check};
}

const char* type_name(option_type type) {
  switch (type) {
    case option_type::real:
      return "double";
    case option_type::integer:
      return "int";
    case option_type::choice:
    case option_type::text:
      break;
  }
  return "string";
}

option_values::option_values(const option_table& table, std::string owner)
    : owner_(std::move(owner)) {
  values_.reserve(table.size());
  for (const option& row : table) {
    values_.push_back({&row, "", 0});
    set_text(row.name, row.default_text);
  }
}

option_values::value& option_values::find(std::string_view name) {
  std::vector<std::string_view> names;
  for (value& candidate : values_) {
    if (candidate.declared->name == name) return candidate;
    names.emplace_back(candidate.declared->name);
  }
  if (names.empty()) fail(COPPICE_UNKNOWN_NAME, owner_, " has no options; got ", in_quotes(name));
  fail(COPPICE_UNKNOWN_NAME, owner_, " has no option ", in_quotes(name), suggestion(name, names));
}

bool option_values::has(std::string_view name) const noexcept {
  return std::any_of(values_.begin(), values_.end(),
                     [&](const value& candidate) { return candidate.declared->name == name; });
}

std::vector<std::string_view> option_values::names() const {
  std::vector<std::string_view> names;
  for (const value& candidate : values_) names.emplace_back(candidate.declared->name);
  return names;
}

const option_values::value& option_values::find(std::string_view name) const {
  return const_cast<option_values*>(this)->find(name);
}

void option_values::fail_type(const option& row, const char* wanted) const {
  fail(COPPICE_INVALID_OPTION, "option ", row.name, " of ", owner_, " is of type ",
       type_name(row.type), "; expected one of type ", wanted);
}

double option_values::real(std::string_view name) const {
  const value& from = find(name);
  if (!is_number(*from.declared)) fail_type(*from.declared, "double or int");
  return from.number;
}

std::int64_t option_values::integer(std::string_view name) const {
  const value& from = find(name);
  if (from.declared->type != option_type::integer) fail_type(*from.declared, "int");
  return static_cast<std::int64_t>(from.number);
}

void option_values::assign(value& to, double number) {
  const option& row = *to.declared;
  const bool too_small = row.above_minimum ? number <= row.minimum : number < row.minimum;
  if (!std::isfinite(number) || too_small || number > row.maximum)
    fail(COPPICE_INVALID_OPTION, "option ", row.name, " of ", owner_, " is ", number, "; expected ",
         std::isfinite(number) ? "" : "a finite number, ", row.range,
         row.maximum == exact_integers && number > row.maximum ? " and at most 2^53" : "");
  to.text = shortest(number);
  to.number = number;
}

void option_values::set_real(std::string_view name, double number) {
  value& to = find(name);
  const option& row = *to.declared;
  if (!is_number(row))
    fail(COPPICE_INVALID_OPTION, "option ", row.name, " of ", owner_, " is text, got the number ",
         number, "; expected ", row.type == option_type::choice ? "one of: " : "",
         row.type == option_type::choice ? row.choices : row.range);
  if (row.type == option_type::integer && number != std::floor(number))
    fail(COPPICE_INVALID_OPTION, "option ", row.name, " of ", owner_, " is ", number,
         "; expected a whole number, ", row.range);
  assign(to, number);
}

void option_values::set_integer(std::string_view name, std::int64_t number) {
  const auto converted = static_cast<double>(number);
  constexpr auto most = static_cast<std::int64_t>(exact_integers);
  if (number > most || number < -most)
    fail(COPPICE_INVALID_OPTION, "option ", name, " of ", owner_, " is ", number,
         "; expected a whole number of magnitude at most 2^53");
  set_real(name, converted);
}

void option_values::set_text(std::string_view name, std::string_view given) {
  value& to = find(name);
  const option& row = *to.declared;
  if (row.type == option_type::text) {
    try {
      row.check(given);
    } catch (const error& wrong) {
      fail(COPPICE_INVALID_OPTION, "option ", row.name, " of ", owner_, " is ", in_quotes(given),
           "; ", wrong.what());
    }
    to.text = given;
    return;
  }
  if (row.type == option_type::choice) {
    const std::vector<std::string_view> choices = split_choices(row.choices);
    for (const std::string_view choice : choices) {
      if (choice != given) continue;
      to.text = choice;
      return;
    }
    fail(COPPICE_INVALID_OPTION, "option ", row.name, " of ", owner_, " is ", in_quotes(given),
         "; expected one of: ", row.choices);
  }
  std::int64_t whole = 0;
  if (row.type == option_type::integer && parse_int(given, whole) == number_error::none)
    return set_integer(name, whole);
  double number = 0;
  if (parse_double(given, number) != number_error::none)
    fail(COPPICE_INVALID_OPTION, "option ", row.name, " of ", owner_, " is ", in_quotes(given),
         "; expected a number, ", row.range);
  set_real(name, number);
}

}  // namespace coppice
