// CSV (RFC 4180): rows of cells, one of them the label, the others numbers. A number may be
// missing, which an empty cell, NA, NaN and ? say; a label may not.
//
// Cells are separated by commas; by semicolons where the first row has semicolons and no comma; by
// tabs where it has tabs and neither. Blanks around a cell do not count. A cell may stand in double
// quotes, with a quote inside written twice; line breaks inside are not taken. Empty lines are
// skipped, lines end in \n or \r\n, a UTF-8 byte order mark is allowed.
//
// The first row is a header of names if it has a cell equal to the label's name, where that is
// given, or if no cell of it is a number (nan, inf and ? count as numbers here, NA does not).
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "data/dataset.hpp"
#include "data/text_lines.hpp"

namespace coppice {

/// `label` is the name of the label's column, or its number from 1; "" for no label, none for the
/// first column. Labels are numbers where all of them are, else names.
std::unique_ptr<dataset> read_csv(text_lines& lines, std::optional<std::string_view> label);

}  // namespace coppice
