// The labels of a CSV table: numbers where all of them are, else names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/csv_cells.hpp"
#include "data/csv_header.hpp"
#include "data/csv_numbers.hpp"
#include "data/dataset.hpp"

namespace coppice {

class csv_labels {
 public:
  /// `may_be_missing`: a table in which some are has none; else they must be there. All that is
  /// given must outlive this object.
  csv_labels(const cell_reader& cells, const csv_header& header, csv_numbers& numbers,
             bool may_be_missing)
      : cells_(cells), header_(header), numbers_(numbers), may_be_missing_(may_be_missing) {}

  /// Takes the cell that was read last, which is one of the label.
  void add(std::string_view cell);

  /// Gives the labels to the dataset of all rows, if there are any; nothing is left here.
  void give(dataset& to);

 private:
  const cell_reader& cells_;
  const csv_header& header_;
  csv_numbers& numbers_;
  bool may_be_missing_;
  std::vector<std::string> texts_;
  std::vector<double> values_;  // while all of them are numbers
  std::int64_t names_ = 0;      // how many are not
  bool first_is_name_ = false;
  bool are_missing_ = false;
};

}  // namespace coppice
