#include "data/saved_rows.hpp"

#include <utility>
#include <vector>

namespace coppice {

document save_rows(const feature_matrix& rows) {
  document saved = document().with("rows", rows.rows());
  std::vector<double> values;
  if (!rows.is_sparse()) {
    values.resize(static_cast<std::size_t>(rows.rows() * rows.features()));
    for (std::int64_t i = 0; i < rows.rows(); ++i) rows.copy_row(i, &values[i * rows.features()]);
  } else {
    std::vector<std::int64_t> counts;
    std::vector<std::int32_t> features;
    for (std::int64_t i = 0; i < rows.rows(); ++i) {
      rows.for_each_value(i, [&](std::int64_t feature, double value) {
        features.push_back(static_cast<std::int32_t>(feature));
        values.push_back(value);
      });
      counts.push_back(static_cast<std::int64_t>(values.size()));
    }
    saved.add("ends", std::move(counts));
    saved.add("features", std::move(features));
  }
  saved.add("values", std::move(values));
  return saved;
}

namespace {

[[noreturn]] void fail_support_vectors() {
  fail_damaged("its support vectors are incomplete");
}

feature_matrix load_dense(document& saved, std::int64_t rows, std::int64_t features) {
  const std::vector<double> values = saved.take_finite_numbers("values");
  const auto expected = static_cast<double>(rows) * static_cast<double>(features);
  if (static_cast<double>(values.size()) != expected) fail_support_vectors();
  return {dense_rows<double>{{values.begin(), values.end()}}, features};
}

feature_matrix load_sparse(document& saved, std::int64_t rows, std::int64_t features) {
  sparse_rows sparse;
  sparse.values = saved.take_finite_numbers("values");
  sparse.features = saved.take_integers<std::int32_t>("features", 0, features - 1);
  const auto entries = static_cast<std::int64_t>(sparse.values.size());
  const std::vector<std::int64_t> ends = saved.integers("ends", 0, entries);
  if (static_cast<std::int64_t>(ends.size()) != rows || (rows > 0 && ends.back() != entries) ||
      sparse.features.size() != sparse.values.size())
    fail_support_vectors();
  for (const std::int64_t end : ends) {
    if (end < sparse.starts.back()) fail_support_vectors();
    for (std::int64_t k = sparse.starts.back(); k < end; ++k)
      if (sparse.values[k] == 0 ||
          (k > sparse.starts.back() && sparse.features[k] <= sparse.features[k - 1]))
        fail_support_vectors();
    sparse.starts.push_back(end);
  }
  return {std::move(sparse), features};
}

}  // namespace

feature_matrix load_rows(document& saved, std::int64_t features, std::int64_t most) {
  const std::int64_t rows = saved.integer("rows", 0, most);
  return saved.has("ends") ? load_sparse(saved, rows, features) : load_dense(saved, rows, features);
}

}  // namespace coppice
