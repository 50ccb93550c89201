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

/// A category in one of the two sets and numbers in the other cannot be compared. A column behind
/// the last is padded with zeros, which are numbers.
void check_all_missing(const dataset& examples, std::int64_t column, bool categorical,
                       const char* what) {
  const feature_matrix& values = examples.values();
  bool missing = values.may_have_missing() && column < values.features();
  for (std::int64_t i = 0; missing && i < values.rows(); ++i)
    missing = std::isnan(values.value(i, column));
  if (missing) return;
  const std::string_view name = column < values.features() ? examples.names().of(column) : "";
  fail(COPPICE_INVALID_DATA, what, " has ", categorical ? "a category" : "numbers", " in feature ",
       column, name.empty() ? std::string() : text(" ", in_quotes(name)), ", where the model was ",
       categorical ? "trained on numbers; expected numbers"
                   : "trained on a category; name its levels with coppice_dataset_set_levels");
}

/// For each level of `from` its code in `to`; NaN where it is not there.
std::vector<double> codes_of(const name_list& from, const name_list& to) {
  std::vector<double> codes;
  codes.reserve(from.all().size());
  for (const std::string& level : from.all()) {
    const std::int64_t code = to.find(level);
    codes.push_back(code < 0 ? std::numeric_limits<double>::quiet_NaN()
                             : static_cast<double>(code));
  }
  return codes;
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
    if (given != features_ && !examples_.open_width()) fail_width(given, features_, what);
    if (given <= features_) return;
    feature_of_column_.assign(static_cast<std::size_t>(given), -1);
    for (std::int64_t d = 0; d < features_; ++d) {
      columns_.push_back(d);
      feature_of_column_[d] = d;
    }
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

void aligned_rows::align_levels(const feature_levels& levels, const char* what) {
  if (levels.empty() && examples_.levels().empty()) return;
  for (std::int64_t feature = 0; feature < features_; ++feature) {
    const std::int64_t column = column_of(feature);
    const name_list* const wanted = levels.find(feature);
    const name_list* const given = column < 0 ? nullptr : examples_.levels().find(column);
    if ((wanted == nullptr) != (given == nullptr))
      check_all_missing(examples_, column < 0 ? feature : column, given != nullptr, what);
    else if (wanted != given && wanted->all() != given->all())
      recodings_.push_back({feature, codes_of(*given, *wanted)});
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
