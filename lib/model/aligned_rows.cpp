#include "model/aligned_rows.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace coppice {

void fail_width(std::int64_t got, std::int64_t features, const char* what) {
  fail(COPPICE_INVALID_DATA, what, " has ", got, " features; the model was trained on ", features);
}

aligned_rows::aligned_rows(const dataset& examples, std::int64_t features,
                           const feature_names& names, const char* what)
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
}

void aligned_rows::copy_row(std::int64_t row, std::vector<double>& scratch, double* out) const {
  if (columns_.empty()) {
    std::fill(out + examples_.features(), out + features_, 0.0);
    return examples_.values().copy_row(row, out);
  }
  scratch.resize(static_cast<std::size_t>(examples_.features()));
  examples_.values().copy_row(row, scratch.data());
  for (const std::int64_t column : columns_) *out++ = scratch[column];
}

}  // namespace coppice
