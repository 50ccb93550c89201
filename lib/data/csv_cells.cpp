#include "data/csv_cells.hpp"

#include <algorithm>

namespace coppice {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// What separates the cells of this first row.
char separator_of(std::string_view row) {
  bool comma = false;  // one that is no decimal comma
  bool semicolon = false;
  bool tab = false;
  bool bar = false;
  bool quoted = false;
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (row[k] == '"') quoted = !quoted;
    if (quoted) continue;
    if (row[k] == ',') {
      const bool in_number =
          k > 0 && k + 1 < row.size() && is_digit(row[k - 1]) && is_digit(row[k + 1]);
      comma |= !in_number;
    }
    semicolon |= row[k] == ';';
    tab |= row[k] == '\t';
    bar |= row[k] == '|';
  }
  if (comma) return ',';
  if (semicolon) return ';';
  if (tab) return '\t';
  return bar ? '|' : ',';
}

}  // namespace

bool cell_reader::next_row() {
  do {
    if (!lines_.next(line_)) return false;
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  } while (is_skipped());
  if (line_.find('\r') != std::string_view::npos)
    fail_row("there is a carriage return inside; expected lines to end in \\n or \\r\\n");
  if (separator_ == '\0') separator_ = separator_of(line_);
  restart_row();
  return true;
}

/// Within the table a line that begins with # is a row: skipped, it would be lost without a word.
bool cell_reader::is_skipped() const {
  const std::size_t first = line_.find_first_not_of(' ');
  return first == std::string_view::npos || (separator_ == '\0' && line_[first] == '#');
}

void cell_reader::skip_blanks() {
  const char* const end = line_.data() + line_.size();
  while (at_ != end && (*at_ == ' ' || (*at_ == '\t' && separator_ != '\t'))) ++at_;
}

/// A cell whose opening quote is at at_.
std::string_view cell_reader::take_quoted() {
  const char* const end = line_.data() + line_.size();
  const char* const first = ++at_;
  bool twice = false;
  while (true) {
    at_ = std::find(at_, end, '"');
    if (at_ == end) fail_cell(": the quote is not closed; expected \" before the end of the line");
    if (at_ + 1 == end || at_[1] != '"') break;
    twice = true;
    at_ += 2;
  }
  const std::string_view inside(first, static_cast<std::size_t>(at_ - first));
  ++at_;
  skip_blanks();
  if (at_ != end && *at_ != separator_)
    fail_cell(": ", in_quotes({at_, static_cast<std::size_t>(end - at_)}),
              " follows a closing quote; expected the end of the cell");
  if (!twice) return inside;
  unquoted_.clear();
  for (std::size_t k = 0; k < inside.size(); ++k) {
    unquoted_ += inside[k];
    if (inside[k] == '"') ++k;
  }
  return unquoted_;
}

bool cell_reader::next_cell(std::string_view& cell) {
  if (!more_) return false;
  ++column_;
  skip_blanks();
  const char* const end = line_.data() + line_.size();
  if (at_ != end && *at_ == '"') {
    cell = take_quoted();
  } else {
    const char* const first = at_;
    while (at_ != end && *at_ != separator_ && *at_ != '"') ++at_;
    if (at_ != end && *at_ == '"')
      fail_cell(": a quote inside a cell; expected the whole cell in quotes, and \"\" inside");
    const char* last = at_;
    while (last != first && (last[-1] == ' ' || last[-1] == '\t')) --last;
    cell = {first, static_cast<std::size_t>(last - first)};
  }
  more_ = at_ != end;
  if (more_) ++at_;
  return true;
}

}  // namespace coppice
