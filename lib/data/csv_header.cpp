#include "data/csv_header.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/numbers.hpp"
#include "data/feature_matrix.hpp"

namespace coppice {
namespace {

bool is_nan_or_infinity(std::string_view cell) {
  if (!cell.empty() && (cell[0] == '-' || cell[0] == '+')) cell.remove_prefix(1);
  std::string lower(cell.substr(0, 9));
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower == "nan" || lower == "inf" || lower == "infinity";
}

}  // namespace

bool is_number(std::string_view cell) {
  double value = 0;
  return parse_double(cell, value) != number_error::not_a_number || is_nan_or_infinity(cell);
}

csv_header::csv_header(cell_reader& cells, const csv_columns& wanted) {
  if (!cells.next_row()) cells.fail("there are no rows; expected lines of cells");
  line_ = cells.line();
  for (std::string_view cell; cells.next_cell(cell);) first_row_.emplace_back(cell);
  if (columns() > most_features)
    cells.fail_row("there are ", columns(), " cells; expected at most ", most_features);
  find_roles(cells, wanted);
  if (columns() < (label_ == no_label ? 1 : 2))
    cells.fail_row(
        "there is one cell; expected a label and at least one feature, separated by commas, "
        "semicolons or tabs");
  const auto first_number =
      std::find_if(first_row_.begin(), first_row_.end(),
                   [](const std::string& cell) { return is_number(cell) || cell == "?"; });
  number_column_ = first_number - first_row_.begin();
  is_header_ = is_header_ || first_number == first_row_.end();
  cells.restart_row();
  if (is_header_) check_names(cells);
}

/// Finds the columns that are called by name, whose names are then in a header, or by number.
void csv_header::find_roles(const cell_reader& cells, const csv_columns& wanted) {
  for (const csv_columns::chosen_column& chosen : wanted.chosen()) {
    const std::int64_t column = find_column(cells, chosen);
    if (chosen.role == csv_role::label)
      label_ = column;
    else
      categories_.push_back(column);
  }
  std::sort(categories_.begin(), categories_.end());
  categories_.erase(std::unique(categories_.begin(), categories_.end()), categories_.end());
  if (std::binary_search(categories_.begin(), categories_.end(), label_))
    cells.fail_row("column ", label_ + 1, " is to be the label and a category; expected one role");
}

std::int64_t csv_header::find_column(const cell_reader& cells,
                                     const csv_columns::chosen_column& chosen) {
  std::int64_t position = 0;
  switch (parse_int(chosen.column, position)) {
    case number_error::none:
      if (position >= 1 && position <= columns()) return position - 1;
      [[fallthrough]];
    case number_error::overflow:
      cells.fail_row("there is no column ", printable(chosen.column, 60), " to be ",
                     text_of(chosen.role), "; expected 1 to ", columns());
    case number_error::not_a_number:
      break;
  }
  const auto found = std::find(first_row_.begin(), first_row_.end(), chosen.column);
  if (found == first_row_.end())
    cells.fail_row("no cell is ", in_quotes(chosen.column), ", the name of ", text_of(chosen.role),
                   suggestion(chosen.column, first_row_));
  is_header_ = true;
  return found - first_row_.begin();
}

/// The first row as names, the label's among them: also that must be a name, and of its own.
void csv_header::check_names(cell_reader& cells) const {
  for (std::string_view cell; cells.next_cell(cell);)
    if (!is_name(cell))
      cells.fail_cell(": the name ", in_quotes(cell), "; expected ",
                      cell.empty() ? "a name for every column" : "UTF-8 without NUL");
  const std::vector<std::int64_t> order = sorted_by_name(first_row_);
  for (std::size_t k = 1; k < order.size(); ++k)
    if (first_row_[order[k - 1]] == first_row_[order[k]])
      cells.fail_row("columns ", order[k - 1] + 1, " and ", order[k] + 1, " are both named ",
                     in_quotes(first_row_[order[k]]), "; expected distinct names");
}

name_list csv_header::feature_names() const {
  if (!is_header_) return {};
  std::vector<std::string> names = first_row_;
  if (label_ != no_label) names.erase(names.begin() + label_);
  return name_list(std::move(names));
}

void csv_header::fail_cell(const cell_reader& cells, const std::string& what) const {
  fail_cell(cells, what, cells.line());
}

void csv_header::fail_cell(const cell_reader& cells, const std::string& what,
                           std::int64_t line) const {
  const std::string_view called = name(cells.column() - 1);
  cells.fail_cell(called.empty() ? std::string() : text(" ", in_quotes(called)), ": ", what,
                  is_header_ || line != line_ ? std::string() : text(" (", why_none(), ")"));
}

std::string csv_header::why_none() const {
  return text("the first row is not a header: ", in_quotes(first_row_[number_column_]),
              " in column ", number_column_ + 1, " is a number");
}

}  // namespace coppice
