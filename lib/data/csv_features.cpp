#include "data/csv_features.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "core/error.hpp"
#include "core/numbers.hpp"

namespace coppice {
namespace {

constexpr const char* a_number =
    "; expected a finite number, or an empty cell, NA, NaN or ? where it is missing";
constexpr const char* of_both = "; a column of both must be made a category";

}  // namespace

csv_features::csv_features(const cell_reader& cells, const csv_header& header,
                           const csv_columns& wanted, csv_numbers& numbers)
    : cells_(cells),
      header_(header),
      numbers_(numbers),
      kinds_(static_cast<std::size_t>(header.columns()), column_kind::open) {
  std::int64_t feature = 0;
  for (std::int64_t k = 0; k < header.columns(); ++k) {
    if (!header.is_feature(k)) continue;
    const csv_columns::feature_kind wanted_kind = wanted.kind_of(feature++, header.name(k));
    if (wanted_kind == csv_columns::feature_kind::numbers) kinds_[k] = column_kind::must_numbers;
    if (wanted_kind == csv_columns::feature_kind::category ||
        header.of(k) == csv_header::use::category)
      kinds_[k] = column_kind::category;
  }
}

void csv_features::add(std::string_view cell) {
  const std::int64_t column = cells_.column() - 1;
  column_kind& kind = kinds_[column];
  const bool categorical = kind == column_kind::text || kind == column_kind::category;
  if (categorical) {  // what is a level already needs no other look
    const category& here = categories_[column];
    const auto known = here.codes.find(cell);
    if (known != here.codes.end()) return values_.push_back(known->second);
  }
  double value = 0;
  if (!categorical && numbers_.parse(cell, value) == number_error::none) {
    if (kind == column_kind::open) kind = column_kind::numbers;
    return values_.push_back(value);
  }
  if (cell.empty() || means_missing(cell))
    return values_.push_back(std::numeric_limits<double>::quiet_NaN());
  if (kind != column_kind::category) {
    if (is_number(cell, cells_.separator())) fail_number(cell);
    if (has_decimal_comma(cell))
      header_.fail_cell(cells_, text("value ", in_quotes(cell), " has a comma; expected a decimal ",
                                     "point, or a column that is made a category"));
    if (kind == column_kind::numbers || kind == column_kind::must_numbers) fail_text(cell);
    kind = column_kind::text;
  }
  values_.push_back(new_code(cell));
}

/// A number that no double holds, or that is in a column of text.
void csv_features::fail_number(std::string_view cell) const {
  const std::string what = text("value ", in_quotes(cell));
  const std::int64_t column = cells_.column() - 1;
  if (kinds_[column] == column_kind::text) {
    const std::int64_t line = categories_.at(column).first_line;
    header_.fail_cell(
        cells_, text(what, " is a number in a column of text, as in line ", line, of_both), line);
  }
  double value = 0;
  if (numbers_.parse(cell, value) == number_error::overflow)
    header_.fail_cell(cells_, text(what, " is too large for a double"));
  header_.fail_cell(cells_, text(what, a_number));
}

void csv_features::fail_text(std::string_view cell) const {
  const bool by_cells = kinds_[cells_.column() - 1] == column_kind::numbers;
  header_.fail_cell(cells_, text("value ", in_quotes(cell), " is text in a column of numbers",
                                 a_number, by_cells ? of_both : ""));
}

/// The code of a level that its column has not had before: codes go by appearance at first.
double csv_features::new_code(std::string_view cell) {
  category& here = categories_[cells_.column() - 1];
  if (!is_name(cell))
    header_.fail_cell(cells_, text("level ", in_quotes(cell), "; expected UTF-8 without NUL"));
  const auto code = static_cast<std::int32_t>(here.codes.size());
  if (code == 0) here.first_line = cells_.line();
  if (code == most_levels)
    header_.fail_cell(cells_, text("level ", in_quotes(cell), "; a category has at most ",
                                   most_levels, " levels"));
  here.codes.emplace(cell, code);
  return code;
}

/// Makes the codes of a feature those of its levels in bytewise order.
name_list csv_features::sort_levels(category levels, std::int64_t feature, std::int64_t features) {
  std::vector<double> place(levels.codes.size());
  std::vector<std::string> names;
  names.reserve(levels.codes.size());
  while (!levels.codes.empty()) {
    auto next = levels.codes.extract(levels.codes.begin());
    place[next.mapped()] = static_cast<double>(names.size());
    names.push_back(std::move(next.key()));
  }
  for (auto k = static_cast<std::size_t>(feature); k < values_.size();
       k += static_cast<std::size_t>(features))
    if (!std::isnan(values_[k])) values_[k] = place[static_cast<std::size_t>(values_[k])];
  return name_list(std::move(names));
}

std::unique_ptr<dataset> csv_features::finish() {
  const std::int64_t features = header_.features();
  std::vector<std::int64_t> feature_of;  // by column
  std::int64_t next = 0;
  for (std::int64_t k = 0; k < header_.columns(); ++k)
    feature_of.push_back(header_.is_feature(k) ? next++ : -1);
  std::vector<std::pair<std::int64_t, name_list>> levels;
  for (auto& [column, of_column] : categories_) {
    if (of_column.codes.empty()) continue;  // a category without a value
    const std::int64_t feature = feature_of[column];
    levels.emplace_back(feature, sort_levels(std::move(of_column), feature, features));
  }
  values_.shrink_to_fit();
  auto result = std::make_unique<dataset>(feature_matrix(narrowed(std::move(values_)), features));
  if (header_.is_header()) result->set_feature_names(header_.feature_names());
  for (auto& [feature, names] : levels) result->set_levels(feature, std::move(names));
  return result;
}

}  // namespace coppice
