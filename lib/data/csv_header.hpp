// The first row of a CSV table: how many columns there are, what they are called, and which of them
// have roles.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/csv_cells.hpp"
#include "data/csv_columns.hpp"
#include "data/name_list.hpp"

namespace coppice {

/// Whether a cell is a number, however large, nan and inf included.
bool is_number(std::string_view cell);

class csv_header {
 public:
  /// Reads the first row. Unless it is a header, it is to be read again as a row of values.
  csv_header(cell_reader& cells, const csv_columns& wanted);

  [[nodiscard]] bool is_header() const noexcept { return is_header_; }
  [[nodiscard]] std::int64_t columns() const noexcept {
    return static_cast<std::int64_t>(first_row_.size());
  }
  [[nodiscard]] std::int64_t line() const noexcept { return line_; }

  static constexpr std::int64_t no_label = -1;
  [[nodiscard]] std::int64_t label() const noexcept { return label_; }
  /// The columns that are categories by their role, ascending.
  [[nodiscard]] const std::vector<std::int64_t>& categories() const noexcept { return categories_; }

  /// The name of a column, "" where there is no header.
  [[nodiscard]] std::string_view name(std::int64_t column) const {
    return is_header_ ? std::string_view(first_row_[column]) : std::string_view();
  }
  /// Those of all columns but the label's; none where there is no header.
  [[nodiscard]] name_list feature_names() const;

  /// Throws COPPICE_PARSE_ERROR: a fault of the cell that `cells` has read.
  [[noreturn]] void fail_cell(const cell_reader& cells, const std::string& what) const;
  /// The same of a cell that may stand in the way because `line` was to be a header: says why it is
  /// not.
  [[noreturn]] void fail_cell(const cell_reader& cells, const std::string& what,
                              std::int64_t line) const;
  /// Why the first row is not a header: "the first row is not a header: "5" in column 2 is a
  /// number".
  [[nodiscard]] std::string why_none() const;

 private:
  void find_roles(const cell_reader& cells, const csv_columns& wanted);
  [[nodiscard]] std::int64_t find_column(const cell_reader& cells,
                                         const csv_columns::chosen_column& chosen);
  void check_names(cell_reader& cells) const;

  std::vector<std::string> first_row_;
  std::int64_t line_ = 0;
  bool is_header_ = false;
  std::int64_t label_ = no_label;
  std::vector<std::int64_t> categories_;
  std::int64_t number_column_ = 0;  // the first number of a first row that is not a header
};

}  // namespace coppice
