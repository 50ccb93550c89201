#include "model/aligned_rows.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

#include "core/error.hpp"

namespace coppice {

void fail_width(std::int64_t got, std::int64_t features, const char* what) {
  fail(COPPICE_INVALID_DATA, what, " has ", got, " features; the model was trained on ", features);
}

namespace {

bool all_missing(const feature_matrix& values, std::int64_t column) {
  if (!values.may_have_missing()) return false;
  for (std::int64_t i = 0; i < values.rows(); ++i)
    if (!std::isnan(values.value(i, column))) return false;
  return true;
}

}  // namespace

aligned_rows::aligned_rows(const dataset& examples, const training_columns& columns,
                           const char* what)
    : examples_(examples), features_(columns.features) {
  align_columns(columns.names, what);
  align_levels(columns.levels, what);
}

void aligned_rows::align_columns(const name_list& names, const char* what) {
  const std::int64_t given = examples_.features();
  if (examples_.names().empty() || names.empty()) {
    if (given > features_ || (given < features_ && !examples_.open_width()))
      fail_width(given, features_, what);
    return;
  }
  if (examples_.names().all() == names.all()) return;
  for (const std::string& name : names.all()) {
    columns_.push_back(examples_.names().find(name));
    if (columns_.back() < 0)
      fail(COPPICE_INVALID_DATA, what, " has no feature ", in_quotes(name),
           ", which the model was trained on");
  }
  feature_of_column_.assign(static_cast<std::size_t>(given), -1);
  for (std::size_t d = 0; d < columns_.size(); ++d)
    feature_of_column_[columns_[d]] = static_cast<std::int64_t>(d);
}

/// A category in one of the two and numbers in the other cannot be compared.
void aligned_rows::align_levels(const feature_levels& levels, const char* what) {
  if (levels.empty() && examples_.levels().empty()) return;
  for (std::int64_t feature = 0; feature < features_; ++feature) {
    const std::int64_t column = column_of(feature);
    const name_list* const wanted = levels.find(feature);
    const name_list* const given = column < 0 ? nullptr : examples_.levels().find(column);
    if (wanted == given) continue;
    if (wanted == nullptr || given == nullptr) {
      if (column >= 0 && all_missing(examples_.values(), column)) continue;
      const std::string_view name = column < 0 ? "" : examples_.names().of(column);
      fail(COPPICE_INVALID_DATA, what, " has ", given == nullptr ? "numbers" : "a category",
           " in feature ", column < 0 ? feature : column,
           name.empty() ? std::string() : text(" ", in_quotes(name)), ", which was ",
           given == nullptr ? "a category in training; name its levels with "
                              "coppice_dataset_set_levels"
                            : "numbers in training; expected numbers");
    }
    if (wanted->all() == given->all()) continue;
    recodings_.push_back({feature, {}});
    for (const std::string& level : given->all()) {
      const std::int64_t code = wanted->find(level);
      recodings_.back().codes.push_back(code < 0 ? std::numeric_limits<double>::quiet_NaN()
                                                 : static_cast<double>(code));
    }
  }
}

double aligned_rows::in_training(std::int64_t feature, double value) const {
  const auto found = std::lower_bound(
      recodings_.begin(), recodings_.end(), feature,
      [](const recoding& one, std::int64_t sought) { return one.feature < sought; });
  return found != recodings_.end() && found->feature == feature ? (*found)(value) : value;
}

/// What a sparse row does not list is 0, which may be a level.
void aligned_rows::put_row(std::int64_t row, double* out) const {
  if (columns_.empty())
    examples_.values().put_row(row, out);
  else
    examples_.values().for_each_value(row, [&](std::int64_t column, double value) {
      if (feature_of_column_[column] >= 0) out[feature_of_column_[column]] = value;
    });
  for (const recoding& recode : recodings_) out[recode.feature] = recode(out[recode.feature]);
}

void aligned_rows::erase_row(std::int64_t row, double* out) const {
  if (!examples_.values().is_sparse()) return;
  for (const recoding& recode : recodings_) out[recode.feature] = 0;
  if (columns_.empty()) return examples_.values().erase_row(row, out);
  examples_.values().for_each_value(row, [&](std::int64_t column, double /*value*/) {
    if (feature_of_column_[column] >= 0) out[feature_of_column_[column]] = 0;
  });
}

needed_features aligned_rows::columns_of(const needed_features& needed) const {
  needed_features columns{{}, needed.what, needed.remedy};
  if (needed.by.empty()) return columns;
  columns.by.resize(static_cast<std::size_t>(examples_.features()), nullptr);
  for (std::int64_t feature = 0; feature < features_; ++feature)
    if (const std::int64_t column = column_of(feature); column >= 0)
      columns.by[column] = needed.by[feature];
  return columns;
}

}  // namespace coppice
