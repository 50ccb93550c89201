#include "data/csv_cells.hpp"

#include <algorithm>

namespace coppice {

bool cell_reader::next_row() {
  do {
    if (!lines_.next(line_)) return false;
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  } while (line_.find_first_not_of(' ') == std::string_view::npos);
  if (line_.find('\r') != std::string_view::npos)
    fail_row("there is a carriage return inside; expected lines to end in \\n or \\r\\n");
  if (separator_ == '\0') choose_separator();
  restart_row();
  return true;
}

void cell_reader::choose_separator() {
  bool semicolon = false;
  bool tab = false;
  bool quoted = false;
  for (const char c : line_) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == ',') {
      separator_ = ',';
      return;
    }
    semicolon |= c == ';';
    tab |= c == '\t';
  }
  separator_ = semicolon ? ';' : tab ? '\t' : ',';
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
