// Numbers as the cells of CSV have them: with a decimal point or, where commas do not separate
// cells, with a decimal comma. A table has one of the two: in one with decimal commas a point may
// separate thousands, and a number would be read as another.
#pragma once

#include <string_view>

#include "core/numbers.hpp"
#include "data/csv_cells.hpp"
#include "data/csv_header.hpp"

namespace coppice {

class csv_numbers {
 public:
  /// Both must outlive this object.
  csv_numbers(const cell_reader& cells, const csv_header& header)
      : cells_(cells), header_(header) {}

  /// The cell that was read last as a number. Throws COPPICE_PARSE_ERROR where its decimal mark is
  /// not that of an earlier number.
  number_error parse(std::string_view cell, double& value);

 private:
  void note_mark(std::string_view cell, char mark);

  const cell_reader& cells_;
  const csv_header& header_;
  char mark_ = '\0';  // that of the first number with one; stays open in a table of commas
  std::int64_t mark_line_ = 0;  // where that is
};

/// Whether a cell is a number, however large, nan and inf included.
bool is_number(std::string_view cell, char separator);

/// Whether a cell would be a number if its comma were a point.
bool has_decimal_comma(std::string_view cell);

}  // namespace coppice
