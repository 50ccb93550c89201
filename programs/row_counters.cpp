#include "row_counters.hpp"

#include <algorithm>

#include "data_file.hpp"

namespace program {
namespace {

constexpr std::int64_t few_rows = 10;

}  // namespace

std::vector<std::int64_t> counting_features(const dataset& of) {
  const std::int64_t rows = rows_of(of);
  const std::int64_t features = features_of(of);
  if (rows < few_rows) return {};
  std::vector<std::int64_t> left;
  for (std::int64_t d = 0; d < features; ++d)
    if (get_value<std::int64_t>(
            [&](std::int64_t* out) { return coppice_dataset_levels(of.get(), d, out); }) == 0)
      left.push_back(d);
  std::vector<double> before(static_cast<std::size_t>(features));
  std::vector<double> row(before.size());
  for (std::int64_t i = 0; i < rows && !left.empty(); ++i) {
    check(coppice_dataset_copy_row(of.get(), i, row.data(), features));
    if (i > 0)
      left.erase(std::remove_if(left.begin(), left.end(),
                                [&](std::int64_t d) { return row[d] != before[d] + 1; }),
                 left.end());
    row.swap(before);
  }
  return left;
}

bool labels_count(const dataset& of) {
  const auto outputs = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_outputs(of.get(), out); });
  const std::int64_t rows = rows_of(of);
  if (outputs != 1 || rows < few_rows) return false;
  std::vector<double> labels(static_cast<std::size_t>(rows));
  check(coppice_dataset_copy_targets(of.get(), labels.data(), rows));
  return std::adjacent_find(labels.begin(), labels.end(),
                            [](double a, double b) { return b != a + 1; }) == labels.end();
}

}  // namespace program
