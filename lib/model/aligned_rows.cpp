#include "model/aligned_rows.hpp"

#include "core/error.hpp"

namespace coppice {

void fail_width(std::int64_t got, std::int64_t features, const char* what) {
  fail(COPPICE_INVALID_DATA, what, " has ", got, " features; the model was trained on ", features);
}

aligned_rows::aligned_rows(const dataset& examples, std::int64_t features, const name_list& names,
                           const char* what)
    : examples_(examples), features_(features) {
  const std::int64_t given = examples.features();
  if (examples.names().empty() || names.empty()) {
    if (given > features_ || (given < features_ && !examples.open_width()))
      fail_width(given, features_, what);
    return;
  }
  if (examples.names().all() == names.all()) return;
  for (const std::string& name : names.all()) {
    columns_.push_back(examples.names().find(name));
    if (columns_.back() < 0)
      fail(COPPICE_INVALID_DATA, what, " has no feature ", in_quotes(name),
           ", which the model was trained on");
  }
  feature_of_column_.assign(static_cast<std::size_t>(given), -1);
  for (std::size_t d = 0; d < columns_.size(); ++d)
    feature_of_column_[columns_[d]] = static_cast<std::int64_t>(d);
}

void aligned_rows::put_row(std::int64_t row, double* out) const {
  if (columns_.empty()) return examples_.values().put_row(row, out);
  examples_.values().for_each_value(row, [&](std::int64_t column, double value) {
    if (feature_of_column_[column] >= 0) out[feature_of_column_[column]] = value;
  });
}

void aligned_rows::erase_row(std::int64_t row, double* out) const {
  if (columns_.empty()) return examples_.values().erase_row(row, out);
  if (!examples_.values().is_sparse()) return;
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
