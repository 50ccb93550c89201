#include "data/csv_numbers.hpp"

#include <string>

#include "core/text.hpp"

namespace coppice {
namespace {

bool is_nan_or_infinity(std::string_view cell) {
  if (!cell.empty() && (cell[0] == '-' || cell[0] == '+')) cell.remove_prefix(1);
  std::string lower(cell.substr(0, 9));
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower == "nan" || lower == "inf" || lower == "infinity";
}

number_error parse_with_comma(std::string_view cell, double& value) {
  const std::size_t comma = cell.find(',');
  if (comma == std::string_view::npos || cell.find('.') != std::string_view::npos)
    return number_error::not_a_number;
  std::string with_point(cell);
  with_point[comma] = '.';
  return parse_double(with_point, value);
}

}  // namespace

number_error csv_numbers::parse(std::string_view cell, double& value) {
  const bool takes_commas = cells_.separator() != ',';
  const number_error plain = parse_double(cell, value);
  if (plain != number_error::not_a_number) {
    if (takes_commas && mark_ != '.' && cell.find('.') != std::string_view::npos)
      note_mark(cell, '.');
    return plain;
  }
  if (!takes_commas) return plain;
  const number_error with_comma = parse_with_comma(cell, value);
  if (with_comma != number_error::not_a_number) note_mark(cell, ',');
  return with_comma;
}

void csv_numbers::note_mark(std::string_view cell, char mark) {
  const auto named = [](char of) { return of == ',' ? "decimal comma" : "decimal point"; };
  if (mark_ == '\0') {
    mark_ = mark;
    mark_line_ = cells_.line();
  }
  if (mark_ != mark)
    header_.fail_cell(cells_, text("value ", in_quotes(cell), " has a ", named(mark),
                                   ", but a number in line ", mark_line_, " has a ", named(mark_),
                                   "; expected the same in the whole table"));
}

bool is_number(std::string_view cell, char separator) {
  double value = 0;
  return parse_double(cell, value) != number_error::not_a_number || is_nan_or_infinity(cell) ||
         (separator != ',' && has_decimal_comma(cell));
}

bool has_decimal_comma(std::string_view cell) {
  double value = 0;
  return parse_with_comma(cell, value) != number_error::not_a_number;
}

}  // namespace coppice
