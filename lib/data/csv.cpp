#include "data/csv.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/numbers.hpp"

namespace coppice {
namespace {

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

  /// Throws COPPICE_PARSE_ERROR: "NAME: line L: what", "NAME: line L, column C: what".
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

bool cell_reader::next_row() {
  do {
    if (!lines_.next(line_)) return false;
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  } while (line_.find_first_not_of(' ') == std::string_view::npos);
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

bool is_nan_or_infinity(std::string_view cell) {
  if (!cell.empty() && (cell[0] == '-' || cell[0] == '+')) cell.remove_prefix(1);
  std::string lower(cell.substr(0, 9));
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower == "nan" || lower == "inf" || lower == "infinity";
}

bool is_number(std::string_view cell) {
  double value = 0;
  return parse_double(cell, value) != number_error::not_a_number || is_nan_or_infinity(cell) ||
         cell == "?";
}

constexpr std::int64_t no_label = -1;

class csv_reader {
 public:
  csv_reader(text_lines& lines, std::optional<std::string_view> label)
      : lines_(lines), cells_(lines), label_(label) {}
  std::unique_ptr<dataset> read();

 private:
  void read_first_row();
  void take_names();
  void read_row();
  void read_value(std::string_view cell);
  void read_label(std::string_view cell);
  [[noreturn]] void fail_ragged();
  [[noreturn]] void fail_value(const std::string& what) const;
  [[nodiscard]] std::unique_ptr<dataset> finish();

  text_lines& lines_;
  cell_reader cells_;
  std::optional<std::string_view> label_;
  std::vector<std::string> first_row_;
  std::int64_t first_line_ = 0;
  std::int64_t columns_ = 0;
  std::int64_t label_column_ = 0;   // from 0, or no_label
  std::int64_t number_column_ = 0;  // the first number of a first row that is not a header, from 1
  name_list names_;
  std::vector<double> values_;
  std::vector<std::string> labels_;
  std::int64_t rows_ = 0;
  std::int64_t label_names_ = 0;  // how many labels are not numbers
};

/// Reads the first row, and finds out whether it is a header and where the label is.
void csv_reader::read_first_row() {
  if (!cells_.next_row()) lines_.fail("there are no rows; expected lines of cells");
  first_line_ = cells_.line();
  for (std::string_view cell; cells_.next_cell(cell);) first_row_.emplace_back(cell);
  columns_ = static_cast<std::int64_t>(first_row_.size());
  std::int64_t position = 1;
  const number_error number =
      label_ && !label_->empty() ? parse_int(*label_, position) : number_error::none;
  const bool by_position = number != number_error::not_a_number;
  const bool has_label = !label_ || !label_->empty();
  if (columns_ < (has_label ? 2 : 1))
    cells_.fail_row(
        "there is one cell; expected a label and at least one feature, separated by "
        "commas, semicolons or tabs");
  if (columns_ > most_features)
    cells_.fail_row("there are ", columns_, " cells; expected at most ", most_features);

  bool header = true;
  if (by_position) {
    if (number == number_error::overflow || position < 1 || position > columns_)
      cells_.fail_row("there is no column ", printable(label_.value_or("1"), 60),
                      " to be the label; expected 1 to ", columns_);
    label_column_ = has_label ? position - 1 : no_label;
    const auto first_number = std::find_if(first_row_.begin(), first_row_.end(), is_number);
    header = first_number == first_row_.end();
    number_column_ = first_number - first_row_.begin() + 1;
  } else {
    const auto found = std::find(first_row_.begin(), first_row_.end(), *label_);
    if (found == first_row_.end())
      cells_.fail_row("no cell is ", in_quotes(*label_), ", the name of the label",
                      suggestion(*label_, first_row_));
    label_column_ = found - first_row_.begin();
  }
  if (header) {
    take_names();
  } else {
    cells_.restart_row();
    read_row();
  }
}

/// The first row as names, the label's among them: also that must be a name, and of its own.
void csv_reader::take_names() {
  cells_.restart_row();
  for (std::string_view cell; cells_.next_cell(cell);)
    if (!is_name(cell))
      cells_.fail_cell(": the name ", in_quotes(cell), "; expected ",
                       cell.empty() ? "a name for every column" : "UTF-8 without NUL");
  const std::vector<std::int64_t> order = sorted_by_name(first_row_);
  for (std::size_t k = 1; k < order.size(); ++k)
    if (first_row_[order[k - 1]] == first_row_[order[k]])
      cells_.fail_row("columns ", order[k - 1] + 1, " and ", order[k] + 1, " are both named ",
                      in_quotes(first_row_[order[k]]), "; expected distinct names");
  std::vector<std::string> features = first_row_;
  if (label_column_ != no_label) features.erase(features.begin() + label_column_);
  names_ = name_list(std::move(features));
}

void csv_reader::read_row() {
  std::string_view cell;
  for (std::int64_t k = 0; k < columns_; ++k) {
    if (!cells_.next_cell(cell)) fail_ragged();
    if (k == label_column_)
      read_label(cell);
    else
      read_value(cell);
  }
  if (cells_.next_cell(cell)) fail_ragged();
  ++rows_;
}

void csv_reader::read_value(std::string_view cell) {
  double value = 0;
  switch (parse_double(cell, value)) {
    case number_error::none:
      values_.push_back(value);
      return;
    case number_error::overflow:
      fail_value(text("value ", in_quotes(cell), " is too large for a double"));
    case number_error::not_a_number:
      break;
  }
  if (cell.empty() || means_missing(cell))
    return values_.push_back(std::numeric_limits<double>::quiet_NaN());
  fail_value(
      text("value ", in_quotes(cell),
           "; expected a finite number, or an empty cell, NA, NaN or ? where it is missing"));
}

void csv_reader::read_label(std::string_view cell) {
  double value = 0;
  const number_error number = parse_double(cell, value);
  if (number == number_error::overflow)
    fail_value(text("label ", in_quotes(cell), " is too large for a double"));
  if (cell.empty()) fail_value("there is no label; expected a number or a name");
  if (number == number_error::not_a_number) {
    if (means_missing(cell) || is_nan_or_infinity(cell) || !is_name(cell))
      fail_value(text("label ", in_quotes(cell), "; expected a number or a name in UTF-8"));
    ++label_names_;
  }
  labels_.emplace_back(cell);
}

/// A row of another length: counts its cells to the end.
void csv_reader::fail_ragged() {
  for (std::string_view cell; cells_.next_cell(cell);) continue;
  cells_.fail_row("there ",
                  cells_.column() == 1 ? "is 1 cell" : text("are ", cells_.column(), " cells"),
                  "; expected ", columns_, " as in line ", first_line_);
}

void csv_reader::fail_value(const std::string& what) const {
  const std::int64_t column = cells_.column();
  const std::string name =
      names_.empty() ? std::string() : text(" ", in_quotes(first_row_[column - 1]));
  // A first row that was meant as a header: the message says why it is taken for numbers.
  const bool maybe_header = names_.empty() && cells_.line() == first_line_;
  cells_.fail_cell(
      name, ": ", what,
      maybe_header
          ? text(" (the first row is not a header: ", in_quotes(first_row_[number_column_ - 1]),
                 " in column ", number_column_, " is a number)")
          : std::string());
}

std::unique_ptr<dataset> csv_reader::finish() {
  if (rows_ == 0) cells_.fail_row("there are no rows after the header");
  // One label that is not a number, and that in the first row, is a header taken for a row.
  double value = 0;
  if (names_.empty() && label_names_ == 1 && rows_ > 1 &&
      parse_double(labels_.front(), value) != number_error::none)
    lines_.fail(text("line ", first_line_, ", column ", label_column_ + 1, ": label ",
                     in_quotes(labels_.front()),
                     ", where all other labels are numbers (the first row is not a header: ",
                     in_quotes(first_row_[number_column_ - 1]), " in column ", number_column_,
                     " is a number; give the name of the label to make it one)"));
  values_.shrink_to_fit();
  const std::int64_t features = columns_ - (label_column_ == no_label ? 0 : 1);
  auto result =
      std::make_unique<dataset>(feature_matrix(dense_rows<double>{std::move(values_)}, features));
  if (!names_.empty()) result->set_feature_names(std::move(names_));
  if (label_column_ == no_label) return result;
  if (label_names_ > 0) {
    result->set_label_names(labels_);
    return result;
  }
  std::vector<double> numbers;
  numbers.reserve(labels_.size());
  for (const std::string& label : labels_) {
    parse_double(label, value);
    numbers.push_back(value);
  }
  result->set_labels(std::move(numbers));
  return result;
}

std::unique_ptr<dataset> csv_reader::read() {
  read_first_row();
  while (cells_.next_row()) read_row();
  return finish();
}

}  // namespace

std::unique_ptr<dataset> read_csv(text_lines& lines, std::optional<std::string_view> label) {
  return csv_reader(lines, label).read();
}

}  // namespace coppice
