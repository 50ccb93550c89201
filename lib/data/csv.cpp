#include "data/csv.hpp"

#include <string>
#include <vector>

#include "data/csv_cells.hpp"
#include "data/csv_features.hpp"
#include "data/csv_header.hpp"
#include "data/csv_labels.hpp"
#include "data/csv_numbers.hpp"

namespace coppice {
namespace {

class csv_reader {
 public:
  csv_reader(text_lines& lines, const csv_columns& wanted)
      : cells_(lines),
        header_(cells_, wanted),
        numbers_(cells_, header_),
        labels_(cells_, header_, numbers_,
                wanted.other() != nullptr && wanted.other()->labels_may_be_missing &&
                    !wanted.decided(csv_role::label)),
        features_(cells_, header_, wanted, numbers_) {}
  std::unique_ptr<dataset> read();

 private:
  void read_row();
  void read_weight(std::string_view cell);
  void read_id(std::string_view cell);
  [[noreturn]] void fail_ragged();

  cell_reader cells_;
  csv_header header_;
  csv_numbers numbers_;
  csv_labels labels_;
  csv_features features_;
  std::vector<double> weights_;
  std::vector<std::string> ids_;
  row_lines lines_;
};

void csv_reader::read_row() {
  lines_.add(cells_.line());
  std::string_view cell;
  for (std::int64_t k = 0; k < header_.columns(); ++k) {
    if (!cells_.next_cell(cell)) fail_ragged();
    switch (header_.of(k)) {
      case csv_header::use::feature:
      case csv_header::use::category:
        features_.add(cell);
        break;
      case csv_header::use::label:
        labels_.add(cell);
        break;
      case csv_header::use::weight:
        read_weight(cell);
        break;
      case csv_header::use::id:
        read_id(cell);
        break;
      case csv_header::use::nothing:
        break;
    }
  }
  if (cells_.next_cell(cell)) fail_ragged();
}

void csv_reader::read_weight(std::string_view cell) {
  double weight = 0;
  if (numbers_.parse(cell, weight) != number_error::none || !is_weight(weight))
    header_.fail_cell(cells_, text("weight ", in_quotes(cell), "; expected ", expected_weight));
  weights_.push_back(weight);
}

void csv_reader::read_id(std::string_view cell) {
  if (!cell.empty() && !is_name(cell))
    header_.fail_cell(cells_, text("id ", in_quotes(cell), "; expected UTF-8 without NUL"));
  ids_.emplace_back(cell);
}

/// A row of another length: counts its cells to the end. Where the first row after the header has
/// one cell more, that is a table with row names, as R writes it; in others a cell may hold what
/// separates cells.
void csv_reader::fail_ragged() {
  for (std::string_view cell; cells_.next_cell(cell);) continue;
  const char separator = cells_.separator();
  const bool more = cells_.column() > header_.columns();
  const bool unnamed = header_.is_header() && cells_.column() == header_.columns() + 1 &&
                       lines_.of(1) == 0 && header_.name(0) != "column 1";
  cells_.fail_row(
      "there ", cells_.column() == 1 ? "is 1 cell" : text("are ", cells_.column(), " cells"),
      "; expected ", header_.columns(), " as in line ", header_.line(),
      unnamed ? " (where row names have no name in the header: write.table takes "
                "col.names = NA)"
      : more  ? text(" (a cell with ", in_quotes({&separator, 1}), " in it stands in quotes)")
              : "");
}

std::unique_ptr<dataset> csv_reader::read() {
  if (header_.is_header() && !cells_.next_row())
    cells_.fail_row("there are no rows after the header");
  do {
    read_row();
  } while (cells_.next_row());
  auto result = features_.finish();
  labels_.give(*result);
  if (!weights_.empty()) result->set_weights(weights_.data(), result->rows());
  if (!ids_.empty()) result->set_row_names(std::move(ids_));
  result->set_table(header_.roles(), std::move(lines_));
  return result;
}

}  // namespace

std::unique_ptr<dataset> read_csv(text_lines& lines, const csv_columns& columns) {
  return csv_reader(lines, columns).read();
}

}  // namespace coppice
