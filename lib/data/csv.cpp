#include "data/csv.hpp"

#include <string>
#include <vector>

#include "core/numbers.hpp"
#include "data/csv_cells.hpp"
#include "data/csv_features.hpp"
#include "data/csv_header.hpp"

namespace coppice {
namespace {

class csv_reader {
 public:
  csv_reader(text_lines& lines, const csv_columns& wanted)
      : cells_(lines), header_(cells_, wanted), features_(cells_, header_, wanted) {}
  std::unique_ptr<dataset> read();

 private:
  void read_row();
  void read_label(std::string_view cell);
  [[noreturn]] void fail_ragged();
  void set_labels(dataset& to) const;

  cell_reader cells_;
  csv_header header_;
  csv_features features_;
  std::vector<std::string> labels_;
  std::int64_t label_names_ = 0;  // how many labels are not numbers
};

void csv_reader::read_row() {
  std::string_view cell;
  for (std::int64_t k = 0; k < header_.columns(); ++k) {
    if (!cells_.next_cell(cell)) fail_ragged();
    if (k == header_.label())
      read_label(cell);
    else
      features_.add(cell);
  }
  if (cells_.next_cell(cell)) fail_ragged();
}

void csv_reader::read_label(std::string_view cell) {
  double value = 0;
  const number_error number = parse_double(cell, value);
  if (number == number_error::overflow)
    header_.fail_cell(cells_, text("label ", in_quotes(cell), " is too large for a double"));
  if (cell.empty()) header_.fail_cell(cells_, "there is no label; expected a number or a name");
  if (number == number_error::not_a_number) {
    if (means_missing(cell) || is_number(cell) || !is_name(cell))
      header_.fail_cell(cells_,
                        text("label ", in_quotes(cell), "; expected a number or a name in UTF-8"));
    ++label_names_;
  }
  labels_.emplace_back(cell);
}

/// A row of another length: counts its cells to the end.
void csv_reader::fail_ragged() {
  for (std::string_view cell; cells_.next_cell(cell);) continue;
  cells_.fail_row("there ",
                  cells_.column() == 1 ? "is 1 cell" : text("are ", cells_.column(), " cells"),
                  "; expected ", header_.columns(), " as in line ", header_.line());
}

void csv_reader::set_labels(dataset& to) const {
  double value = 0;
  // One label that is not a number, and that in the first row, is a header taken for a row.
  if (!header_.is_header() && label_names_ == 1 && labels_.size() > 1 &&
      parse_double(labels_.front(), value) != number_error::none)
    cells_.fail(text("line ", header_.line(), ", column ", header_.label() + 1, ": label ",
                     in_quotes(labels_.front()), ", where all other labels are numbers (",
                     header_.why_none(), "; give the name of the label to make it one)"));
  if (label_names_ > 0) return to.set_label_names(labels_);
  std::vector<double> numbers;
  numbers.reserve(labels_.size());
  for (const std::string& label : labels_) {
    parse_double(label, value);
    numbers.push_back(value);
  }
  to.set_labels(std::move(numbers));
}

std::unique_ptr<dataset> csv_reader::read() {
  if (header_.is_header() && !cells_.next_row())
    cells_.fail_row("there are no rows after the header");
  do {
    read_row();
  } while (cells_.next_row());
  auto result = features_.finish();
  if (header_.label() != csv_header::no_label) set_labels(*result);
  return result;
}

}  // namespace

std::unique_ptr<dataset> read_csv(text_lines& lines, const csv_columns& columns) {
  return csv_reader(lines, columns).read();
}

}  // namespace coppice
