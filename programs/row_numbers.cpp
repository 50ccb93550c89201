#include "row_numbers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>
#include <string_view>

#include "data_file.hpp"

namespace program {
namespace {

constexpr std::int64_t few_rows = 10;

/// What a feature, or the labels, are row by row.
struct whole_numbers {
  std::vector<double> values;
  bool rise = true;

  /// Whether the value, that of the next row, is a whole number.
  bool add(double value) {
    if (value != std::floor(value)) return false;
    rise = rise && (values.empty() || value > values.back());
    values.push_back(value);
    return true;
  }

  /// How many they are without those that come again.
  [[nodiscard]] std::int64_t distinct() const {
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    return std::unique(sorted.begin(), sorted.end()) - sorted.begin();
  }
};

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

bool is_lower(char c) {
  return std::islower(static_cast<unsigned char>(c)) != 0;
}

/// A name that ends in the word id, as in patient_id and patientId, or one that tables give to the
/// numbers of their rows.
bool is_of_identifier(std::string_view name) {
  constexpr std::array<std::string_view, 9> others = {
      "index", "row", "rownames", "nr", "nr.", "no", "no.", "#", "unnamed: 0"};
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::find(others.begin(), others.end(), lower) != others.end()) return true;
  const std::size_t size = name.size();
  if (size < 2 || lower.compare(size - 2, 2, "id") != 0) return false;
  return size == 2 || !is_letter(name[size - 3]) ||
         (is_lower(name[size - 3]) && name[size - 2] == 'I');
}

/// Columns without a name are called by their number, where others have names.
bool is_unnamed(std::string_view name, std::int64_t column) {
  return name == "column " + std::to_string(column);
}

struct candidate {
  std::int64_t feature;
  bool may_repeat;  // because its name says what it is
  whole_numbers numbers;

  [[nodiscard]] bool number_rows() const {
    const auto rows = static_cast<std::int64_t>(numbers.values.size());
    return may_repeat ? 10 * numbers.distinct() >= 9 * rows : numbers.rise;
  }
};

std::vector<candidate> candidates(const dataset& of) {
  std::vector<candidate> found;
  const std::vector<std::string> names = feature_names(of);
  for (std::int64_t d = 0; d < features_of(of); ++d) {
    const auto column = get_value<std::int64_t>(
        [&](std::int64_t* out) { return coppice_dataset_feature_column(of.get(), d, out); });
    const bool may_repeat =
        !names.empty() && (is_unnamed(names[d], column) || is_of_identifier(names[d]));
    if (column != 1 && !may_repeat) continue;
    const auto levels = get_value<std::int64_t>(
        [&](std::int64_t* out) { return coppice_dataset_levels(of.get(), d, out); });
    if (levels == 0) found.push_back({d, may_repeat, {}});
  }
  return found;
}

}  // namespace

std::vector<std::int64_t> numbering_features(const dataset& of) {
  const std::int64_t rows = rows_of(of);
  if (rows < few_rows || label_column(of).empty()) return {};
  std::vector<candidate> left = candidates(of);
  std::vector<double> row(static_cast<std::size_t>(features_of(of)));
  for (std::int64_t i = 0; i < rows && !left.empty(); ++i) {
    check(coppice_dataset_copy_row(of.get(), i, row.data(), static_cast<std::int64_t>(row.size())));
    left.erase(std::remove_if(left.begin(), left.end(),
                              [&](candidate& one) { return !one.numbers.add(row[one.feature]); }),
               left.end());
  }
  std::vector<std::int64_t> numbering;
  for (const candidate& one : left)
    if (one.number_rows()) numbering.push_back(one.feature);
  return numbering;
}

bool labels_number_rows(const dataset& of) {
  const auto outputs = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_outputs(of.get(), out); });
  const std::int64_t rows = rows_of(of);
  if (outputs != 1 || rows < few_rows) return false;
  std::vector<double> labels(static_cast<std::size_t>(rows));
  check(coppice_dataset_copy_targets(of.get(), labels.data(), rows));
  whole_numbers numbers;
  for (const double label : labels)
    if (!numbers.add(label)) return false;
  const bool unnamed = !feature_names(of).empty() && is_unnamed(label_column(of), 1);
  return numbers.rise || (unnamed && numbers.distinct() == rows);
}

}  // namespace program
