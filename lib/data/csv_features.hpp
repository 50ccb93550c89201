// The features of a CSV table, from the cells of their columns: numbers, and the levels of
// categories. What a column is, its first cell that is not missing says, unless it is known before.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/csv_cells.hpp"
#include "data/csv_columns.hpp"
#include "data/csv_header.hpp"
#include "data/csv_numbers.hpp"
#include "data/dataset.hpp"

namespace coppice {

class csv_features {
 public:
  /// The cells, the header and the numbers must outlive this object.
  csv_features(const cell_reader& cells, const csv_header& header, const csv_columns& wanted,
               csv_numbers& numbers);

  /// Takes the cell that was read last, which is one of a feature. Features come in their order.
  void add(std::string_view cell);

  /// The dataset of all values, with the names of features and levels; nothing is left here.
  [[nodiscard]] std::unique_ptr<dataset> finish();

 private:
  enum class column_kind : std::uint8_t {
    open,          // all cells so far are missing
    numbers,       // by its cells
    text,          // a category by its cells
    must_numbers,  // by another table
    category       // by its role or another table: whatever its cells are
  };
  struct category {
    std::map<std::string, std::int32_t, std::less<>> codes;  // in the order of appearance
    std::int64_t first_line = 0;                             // where the first level appeared
  };

  [[nodiscard]] double new_code(std::string_view cell);
  [[noreturn]] void fail_number(std::string_view cell) const;
  [[noreturn]] void fail_text(std::string_view cell) const;
  name_list sort_levels(category levels, std::int64_t feature, std::int64_t features);

  const cell_reader& cells_;
  const csv_header& header_;
  csv_numbers& numbers_;
  std::vector<column_kind> kinds_;               // of every column
  std::map<std::int64_t, category> categories_;  // by column
  kept_vector<double> values_;
};

}  // namespace coppice
