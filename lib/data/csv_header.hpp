// The first row of a CSV table: how many columns there are, what they are called, and what each of
// them is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/csv_cells.hpp"
#include "data/csv_columns.hpp"
#include "data/name_list.hpp"
#include "data/table_columns.hpp"

namespace coppice {

class csv_header {
 public:
  /// Reads the first row. Unless it is a header, it is to be read again as a row of values.
  csv_header(cell_reader& cells, const csv_columns& wanted);

  [[nodiscard]] bool is_header() const noexcept { return is_header_; }
  [[nodiscard]] std::int64_t columns() const noexcept {
    return static_cast<std::int64_t>(first_row_.size());
  }
  [[nodiscard]] std::int64_t line() const noexcept { return line_; }

  enum class use : std::uint8_t { feature, category, label, id, weight, nothing };
  /// What a column, from 0, is read for. A category is a feature, by its role.
  [[nodiscard]] use of(std::int64_t column) const { return uses_[column]; }
  [[nodiscard]] bool is_feature(std::int64_t column) const {
    return uses_[column] == use::feature || uses_[column] == use::category;
  }
  /// How many are features.
  [[nodiscard]] std::int64_t features() const noexcept {
    return columns() - static_cast<std::int64_t>(roles_.others.size());
  }
  /// Columns by number from 1, as the dataset remembers them.
  [[nodiscard]] const table_columns& roles() const noexcept { return roles_; }

  /// The name of a column, "" where there is no header.
  [[nodiscard]] std::string_view name(std::int64_t column) const {
    return is_header_ ? std::string_view(first_row_[column]) : std::string_view();
  }
  /// Those of the features; none where there is no header.
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
  void name_unnamed();
  void find_roles(const cell_reader& cells, const csv_columns& wanted);
  [[nodiscard]] std::int64_t find_column(const cell_reader& cells,
                                         const csv_columns::chosen_column& chosen);
  void give(const cell_reader& cells, std::int64_t column, csv_role role);
  void detect_header(const cell_reader& cells, const csv_reference* other);
  void follow(const cell_reader& cells, const csv_columns& wanted, const csv_reference& other);
  void keep_only(const cell_reader& cells, const csv_reference& other);
  void settle_roles();
  void check_names(cell_reader& cells) const;

  std::vector<std::string> first_row_;
  std::int64_t line_ = 0;
  bool is_header_ = false;
  std::vector<use> uses_;
  table_columns roles_;
  std::int64_t number_column_ = 0;  // the first number of a first row that is not a header
};

}  // namespace coppice
