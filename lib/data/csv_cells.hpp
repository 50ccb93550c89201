// The cells of CSV text (RFC 4180). Cells are separated by commas; by semicolons where the first
// row has semicolons and no comma; by tabs where it has tabs and neither. Blanks around a cell do
// not count. A cell may stand in double quotes, with a quote inside written twice; line breaks
// inside are not taken. Empty lines are skipped, and lines end in \n or \r\n.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/text.hpp"
#include "data/text_lines.hpp"

namespace coppice {

/// Cuts lines into cells.
class cell_reader {
 public:
  explicit cell_reader(text_lines& lines) : lines_(lines) {}

  /// Goes to the next line that is not empty; false after the last.
  bool next_row();
  /// Goes back to the first cell of the row.
  void restart_row() {
    at_ = line_.data();
    column_ = 0;
    more_ = true;
  }
  /// The next cell of the row, valid until the next call; false after the last.
  bool next_cell(std::string_view& cell);

  /// The number of the cell that next_cell gave, from 1.
  [[nodiscard]] std::int64_t column() const noexcept { return column_; }
  [[nodiscard]] std::int64_t line() const noexcept { return lines_.number(); }

  /// Throws COPPICE_PARSE_ERROR: "NAME: what", "NAME: line L: what", "NAME: line L, column Cwhat".
  [[noreturn]] void fail(const std::string& what) const { lines_.fail(what); }
  template <class... Parts>
  [[noreturn]] void fail_row(const Parts&... what) const {
    lines_.fail(text("line ", lines_.number(), ": ", what...));
  }
  template <class... Parts>
  [[noreturn]] void fail_cell(const Parts&... what) const {
    lines_.fail(text("line ", lines_.number(), ", column ", column_, what...));
  }

 private:
  void choose_separator();
  void skip_blanks();
  std::string_view take_quoted();

  text_lines& lines_;
  std::string_view line_;
  const char* at_ = nullptr;
  bool more_ = false;  // whether another cell follows
  std::int64_t column_ = 0;
  char separator_ = '\0';
  std::string unquoted_;
};

}  // namespace coppice
