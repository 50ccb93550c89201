// CSV: rows of cells, of the label, the weight and the id, where columns have these roles, and of
// features; what is to be ignored is not looked at. A column whose cells are numbers
// is a feature of numbers, one of text is a category, whose levels are its texts in bytewise order.
// A column that is named a category is one whatever its cells are. Columns of both are refused, as
// a misspelt number would make a category of a feature of numbers.
//
// A value is missing where its cell is empty, NA, NaN (in any case) or ?; a label may not be. A
// column without any value is one of numbers.
//
// The first row is a header of names if a column is called by its name, which the row must then
// have, if no cell of it is a number (nan, inf and ? count as numbers here, NA does not), or if it
// has the names of the table that this one is read like. A table of text without a header thus
// loses its first row to one. A UTF-8 byte order mark is allowed.
#pragma once

#include <memory>

#include "data/csv_columns.hpp"
#include "data/dataset.hpp"
#include "data/text_lines.hpp"

namespace coppice {

/// Labels are numbers where all of them are, else names.
std::unique_ptr<dataset> read_csv(text_lines& lines, const csv_columns& columns);

}  // namespace coppice
