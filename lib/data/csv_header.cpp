#include "data/csv_header.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/numbers.hpp"
#include "data/csv_numbers.hpp"
#include "data/feature_matrix.hpp"

namespace coppice {

csv_header::csv_header(cell_reader& cells, const csv_columns& wanted) {
  if (!cells.next_row()) cells.fail("there are no rows; expected lines of cells");
  line_ = cells.line();
  for (std::string_view cell; cells.next_cell(cell);) first_row_.emplace_back(cell);
  if (columns() > most_features)
    cells.fail_row("there are ", columns(), " cells; expected at most ", most_features);
  name_unnamed();
  uses_.assign(first_row_.size(), use::feature);
  find_roles(cells, wanted);
  detect_header(cells, wanted.other());
  if (wanted.other() != nullptr) follow(cells, wanted, *wanted.other());
  settle_roles();
  if (columns() < (roles_.label.exists() ? 2 : 1))
    cells.fail_row(
        "there is one cell; expected a label and at least one feature, separated by commas, "
        "semicolons, tabs or |");
  if (features() < 1)
    cells.fail_row("none of the ", columns(),
                   " columns is a feature; expected one beside those that have another role");
  cells.restart_row();
  if (is_header_) check_names(cells);
}

/// Row names as R and pandas write them have none, and nor have the empty columns of spreadsheets.
void csv_header::name_unnamed() {
  for (std::size_t k = 0; k < first_row_.size(); ++k)
    if (first_row_[k].empty()) first_row_[k] = text("column ", k + 1);
}

/// Finds the columns that are called by name, whose names are then in a header, or by number.
void csv_header::find_roles(const cell_reader& cells, const csv_columns& wanted) {
  for (const csv_columns::chosen_column& chosen : wanted.chosen())
    give(cells, find_column(cells, chosen), chosen.role);
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

void csv_header::give(const cell_reader& cells, std::int64_t column, csv_role role) {
  const use given = role == csv_role::label      ? use::label
                    : role == csv_role::category ? use::category
                    : role == csv_role::id       ? use::id
                    : role == csv_role::weight   ? use::weight
                                                 : use::nothing;
  if (uses_[column] != use::feature && uses_[column] != given)
    cells.fail_row("column ", column + 1, " ", in_quotes(first_row_[column]),
                   " is given two roles; expected one role a column");
  uses_[column] = given;
}

/// Where the row was not called a header: it is one if no cell is a number, or if its names are
/// those of the other table.
void csv_header::detect_header(const cell_reader& cells, const csv_reference* other) {
  const auto first_number = std::find_if(
      first_row_.begin(), first_row_.end(),
      [&](const std::string& cell) { return is_number(cell, cells.separator()) || cell == "?"; });
  number_column_ = first_number - first_row_.begin();
  is_header_ = is_header_ || first_number == first_row_.end();
  if (is_header_ || other == nullptr || other->names.empty()) return;
  std::vector<std::string> sorted = first_row_;
  std::sort(sorted.begin(), sorted.end());
  is_header_ = std::all_of(other->names.all().begin(), other->names.all().end(),
                           [&](const std::string& name) {
                             return std::binary_search(sorted.begin(), sorted.end(), name);
                           });
}

/// Gives roles to the columns that have them in the other table, and reads no feature that it does
/// not have. Without names on both sides, a table as wide has the same columns; in another all are
/// features.
void csv_header::follow(const cell_reader& cells, const csv_columns& wanted,
                        const csv_reference& other) {
  const bool by_name = is_header_ && !other.names.empty();
  const auto label = std::find(uses_.begin(), uses_.end(), use::label);
  const bool moved =
      label != uses_.end() && label - uses_.begin() + 1 != other.columns.label.number;
  const bool by_number = !by_name && !moved && other.columns.width == columns();
  const auto follow_role = [&](csv_role role, const table_columns::place& place) {
    if (wanted.decided(role) || !place.exists()) return;
    std::int64_t column = by_number ? place.number - 1 : columns();
    if (by_name)
      column = std::find(first_row_.begin(), first_row_.end(), place.name) - first_row_.begin();
    if (column < columns() && uses_[column] == use::feature) give(cells, column, role);
  };
  follow_role(csv_role::label, other.columns.label);
  follow_role(csv_role::id, other.columns.id);
  follow_role(csv_role::weight, other.columns.weight);
  if (by_name) return keep_only(cells, other);
  if (!by_number) {
    // As a table with nothing said of it: other data had no columns, and no label among them.
    if (other.columns.width == 0 && !wanted.decided(csv_role::label) &&
        columns() == other.features + 1)
      give(cells, 0, csv_role::label);
    return;
  }
  for (const std::int64_t column : other.columns.others)
    if (uses_[column - 1] == use::feature) uses_[column - 1] = use::nothing;
}

/// Of the features those that the other table names, all of which must be here.
void csv_header::keep_only(const cell_reader& cells, const csv_reference& other) {
  std::vector<char> found(static_cast<std::size_t>(other.names.size()), 0);
  for (std::int64_t k = 0; k < columns(); ++k) {
    if (!is_feature(k)) continue;
    const std::int64_t feature = other.names.find(first_row_[k]);
    if (feature < 0)
      uses_[k] = use::nothing;
    else
      found[feature] = 1;
  }
  for (std::int64_t d = 0; d < other.names.size(); ++d) {
    if (found[d] != 0) continue;
    const std::string_view name = other.names.of(d);
    const auto here = std::find(first_row_.begin(), first_row_.end(), name);
    if (here != first_row_.end())
      cells.fail_row("column ", here - first_row_.begin() + 1, " ", in_quotes(name),
                     " is a feature in training; expected no other role for it");
    cells.fail_row("there is no column ", in_quotes(name), ", which is a feature in training",
                   suggestion(name, first_row_));
  }
}

void csv_header::settle_roles() {
  roles_.width = columns();
  for (std::int64_t k = 0; k < columns(); ++k) {
    if (is_feature(k)) continue;
    roles_.others.push_back(k + 1);
    const table_columns::place place = {k + 1, std::string(name(k))};
    if (uses_[k] == use::label) roles_.label = place;
    if (uses_[k] == use::id) roles_.id = place;
    if (uses_[k] == use::weight) roles_.weight = place;
  }
}

/// The first row as names, the label's among them: also that must be a name, and of its own. Those
/// of columns that are not read are their writer's.
void csv_header::check_names(cell_reader& cells) const {
  std::int64_t column = 0;
  for (std::string_view cell; cells.next_cell(cell); ++column)
    if (uses_[column] != use::nothing && !cell.empty() && !is_name(cell))
      cells.fail_cell(": the name ", in_quotes(cell),
                      "; expected UTF-8 without NUL (iconv -t utf-8 makes it of other text)");
  const std::vector<std::int64_t> order = sorted_by_name(first_row_);
  for (std::size_t k = 1; k < order.size(); ++k)
    if (first_row_[order[k - 1]] == first_row_[order[k]] &&
        (uses_[order[k - 1]] != use::nothing || uses_[order[k]] != use::nothing))
      cells.fail_row("columns ", order[k - 1] + 1, " and ", order[k] + 1, " are both named ",
                     in_quotes(first_row_[order[k]]), "; expected distinct names");
}

name_list csv_header::feature_names() const {
  if (!is_header_) return {};
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(features()));
  for (std::int64_t k = 0; k < columns(); ++k)
    if (is_feature(k)) names.push_back(first_row_[k]);
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
