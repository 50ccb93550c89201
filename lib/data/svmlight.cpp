#include "data/svmlight.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "core/numbers.hpp"

namespace coppice {
namespace {

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Takes the next token off `rest`; empty when there is none.
std::string_view take_token(std::string_view& rest) {
  const auto* const first = std::find_if_not(rest.begin(), rest.end(), is_blank);
  const auto* const last = std::find_if(first, rest.end(), is_blank);
  const std::string_view token = rest.substr(first - rest.begin(), last - first);
  rest.remove_prefix(last - rest.begin());
  return token;
}

double take_number(const text_lines& lines, std::string_view line, std::string_view token,
                   const char* what, const char* expected = "a finite number") {
  double value = 0;
  switch (parse_double(token, value)) {
    case number_error::none:
      return value;
    case number_error::overflow:
      lines.fail_at(line, token.data(), what, " ", in_quotes(token), " is too large for a double");
    case number_error::not_a_number:
      break;
  }
  lines.fail_at(line, token.data(), what, " ", in_quotes(token), "; expected ", expected);
}

double take_value(const text_lines& lines, std::string_view line, std::string_view token) {
  double value = 0;
  if (parse_double(token, value) == number_error::none) return value;
  if (means_missing(token)) return std::numeric_limits<double>::quiet_NaN();
  return take_number(lines, line, token, "value",
                     "a finite number, or NA, NaN or ? where it is missing");
}

void take_entry(const text_lines& lines, std::string_view line, std::string_view token,
                std::int64_t width, std::int64_t& last_index, sparse_rows& rows) {
  const std::size_t colon = token.find(':');
  if (colon == std::string_view::npos)
    lines.fail_at(line, token.data(), "got ", in_quotes(token), "; expected index:value");
  const std::string_view index_text = token.substr(0, colon);
  std::int64_t index = 0;
  if (parse_int(index_text, index) != number_error::none || index < 1 || index > width)
    lines.fail_at(line, token.data(), "index ", in_quotes(index_text),
                  "; expected a whole number from 1 to ", width);
  if (index <= last_index)
    lines.fail_at(line, token.data(), "index ", index, " follows index ", last_index,
                  "; expected ascending indices");
  const double value = take_value(lines, line, token.substr(colon + 1));
  last_index = index;
  if (value == 0) return;
  rows.features.push_back(static_cast<std::int32_t>(index - 1));
  rows.values.push_back(value);
}

}  // namespace

std::unique_ptr<dataset> read_svmlight(text_lines& lines, std::int64_t features) {
  if (features < 0 || features > most_features)
    fail(COPPICE_INVALID_ARGUMENT, "features is ", features,
         "; expected 0 (take the largest index found) to ", most_features);
  const std::int64_t width = features == 0 ? most_features : features;
  std::int64_t widest = 1;
  sparse_rows rows;
  std::vector<double> labels;
  row_lines places;
  std::string_view line;
  while (lines.next(line)) {
    std::string_view rest = line.substr(0, line.find('#'));
    const std::string_view label = take_token(rest);
    if (label.empty()) continue;
    labels.push_back(take_number(lines, line, label, "label"));
    places.add(lines.number());
    std::int64_t last_index = 0;
    for (std::string_view token = take_token(rest); !token.empty(); token = take_token(rest))
      take_entry(lines, line, token, width, last_index, rows);
    widest = std::max(widest, last_index);
    rows.starts.push_back(static_cast<std::int64_t>(rows.values.size()));
  }
  if (labels.empty()) lines.fail("there are no rows; expected lines of label index:value");
  auto result = std::make_unique<dataset>(
      feature_matrix(std::move(rows), features == 0 ? widest : features), features == 0);
  result->set_labels(std::move(labels));
  result->set_table({}, std::move(places));
  return result;
}

}  // namespace coppice
