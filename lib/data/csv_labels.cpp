#include "data/csv_labels.hpp"

#include "core/numbers.hpp"

namespace coppice {

void csv_labels::add(std::string_view cell) {
  double value = 0;
  const number_error number = numbers_.parse(cell, value);
  if (may_be_missing_ && (cell.empty() || means_missing(cell))) are_missing_ = true;
  if (are_missing_) return;
  if (number == number_error::overflow)
    header_.fail_cell(cells_, text("label ", in_quotes(cell), " is too large for a double"));
  if (cell.empty())
    header_.fail_cell(cells_,
                      "there is no label; expected a number or a name (rows without one cannot be "
                      "learned from)");
  if (number == number_error::not_a_number) {
    if (means_missing(cell) || is_number(cell, cells_.separator()) || !is_name(cell))
      header_.fail_cell(cells_,
                        text("label ", in_quotes(cell), "; expected a number or a name in UTF-8"));
    if (names_ == 0) first_is_name_ = texts_.empty();
    ++names_;
  }
  texts_.emplace_back(cell);
  if (names_ == 0) values_.push_back(value);
}

void csv_labels::give(dataset& to) {
  const table_columns::place& column = header_.roles().label;
  if (!column.exists() || are_missing_) return;
  // One label that is not a number, and that in the first row, is a header taken for a row.
  if (!header_.is_header() && names_ == 1 && texts_.size() > 1 && first_is_name_)
    cells_.fail(text("line ", header_.line(), ", column ", column.number, ": label ",
                     in_quotes(texts_.front()), ", where all other labels are numbers (",
                     header_.why_none(), "; give the name of the label to make it one)"));
  if (names_ > 0) return to.set_label_names(texts_);
  to.set_labels(std::move(values_));
}

}  // namespace coppice
