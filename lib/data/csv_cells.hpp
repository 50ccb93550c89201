// The cells of CSV text (RFC 4180). The first row says what separates them: where every comma
// stands between two digits, as a decimal comma does, semicolons, tabs or |, in this order, if it
// has some; else commas. Blanks around a cell do not count. A cell may stand in double quotes, with
// a quote inside written twice; line breaks inside are not taken. Empty lines are skipped, and
// before the first row also comments, lines that begin with #. Lines end in \n or \r\n.
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

  /// What separates the cells, once there is a row.
  [[nodiscard]] char separator() const noexcept { return separator_; }
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
  [[nodiscard]] bool is_skipped() const;
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
