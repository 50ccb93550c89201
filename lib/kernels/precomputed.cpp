// The precomputed kernel: feature j of a row is its kernel with row j, whichever rows of a dataset
// are trained on. Row j as a point is therefore a row with 1 as its feature j and 0 as the others:
// K(x, z) = x . z.
#include "kernels/precomputed.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "kernels/kernel.hpp"

namespace coppice {

const kernel_kind& precomputed_kernel();

namespace {

/// Columns of the matrix.
class column_points final : public kernel_points {
 public:
  explicit column_points(std::vector<std::int64_t> features) : features_(std::move(features)) {}

  [[nodiscard]] std::int64_t size() const noexcept override {
    return static_cast<std::int64_t>(features_.size());
  }

  void compare(const few_rows& rows, std::int64_t first, std::int64_t count,
               double* out) const override {
    std::vector<double> room;
    const row_block x = rows.block(room);
    const std::int64_t places = places_of_rows(x.rows);
    for (std::int64_t q = 0; q < x.rows; ++q)
      for (std::int64_t j = 0; j < count; ++j) out[j * places + q] = x.row(q)[features_[first + j]];
    for (std::int64_t q = x.rows; q < places; ++q)
      for (std::int64_t j = 0; j < count; ++j) out[j * places + q] = 0;
  }

 private:
  std::vector<std::int64_t> features_;
};

class precomputed_values final : public given_values {
 public:
  explicit precomputed_values(const given_setting& setting) : extent_(setting.extent) {}

  [[nodiscard]] bool are_columns() const noexcept override { return true; }

  void check(const dataset& examples, const progress& report) const override {
    const feature_matrix& rows = examples.values();
    if (extent_->width != rows.original_rows())
      fail(COPPICE_INVALID_DATA, "kernel precomputed looks at ", extent_->width,
           " features, but there are ", rows.original_rows(),
           " rows; expected a square matrix, feature j of each row its kernel with row j");
    check_symmetry(
        rows.rows(),
        [&](std::int64_t i, std::int64_t j) { return rows.value(i, column_of(*extent_, rows, j)); },
        [&](std::int64_t i, std::int64_t j) { refuse(rows, i, j); }, report);
  }

  [[nodiscard]] std::unique_ptr<kernel_points> points_of(const feature_matrix& rows,
                                                         const progress& report) const override {
    std::vector<char> looked_at(static_cast<std::size_t>(rows.features()),
                                extent_->features == nullptr ? 1 : 0);
    for (std::int64_t d = 0; extent_->features != nullptr && d < extent_->width; ++d)
      looked_at[(*extent_->features)[d]] = 1;
    std::vector<std::int64_t> columns;
    for (std::int64_t i = 0; i < rows.rows(); ++i) {
      report.poll_at(i);
      const auto before = columns.size();
      bool is_column = true;
      rows.for_each_value(i, [&](std::int64_t feature, double value) {
        if (looked_at[feature] == 0 || value == 0) return;
        columns.push_back(feature);
        is_column = is_column && value == 1;
      });
      if (columns.size() != before + 1 || !is_column)
        fail_damaged(
            text("support vector ", i, " of its kernel precomputed is not one of the rows"));
    }
    return std::make_unique<column_points>(std::move(columns));
  }

 private:
  [[noreturn]] void refuse(const feature_matrix& rows, std::int64_t i, std::int64_t j) const {
    const std::int64_t column_i = column_of(*extent_, rows, i);
    const std::int64_t column_j = column_of(*extent_, rows, j);
    fail(COPPICE_INVALID_DATA, "kernel precomputed is not symmetric: row ", i, " has ",
         rows.value(i, column_j), " as feature ", column_j, ", but row ", j, " has ",
         rows.value(j, column_i), " as feature ", column_i,
         "; expected the kernel of the same two rows");
  }

  std::shared_ptr<const feature_extent> extent_;
};

}  // namespace

std::int64_t column_of(const feature_extent& extent, const feature_matrix& rows, std::int64_t row) {
  const std::int64_t original = rows.original_row(row);
  return extent.features == nullptr ? original : (*extent.features)[original];
}

feature_matrix as_columns(const feature_matrix& rows,
                          const std::vector<const feature_extent*>& matrices,
                          const progress& report) {
  std::vector<char> replaced(static_cast<std::size_t>(rows.features()), 0);
  bool is_all = false;
  for (const feature_extent* matrix : matrices) {
    is_all = is_all || matrix->features == nullptr;
    for (std::int64_t d = 0; matrix->features != nullptr && d < matrix->width; ++d)
      replaced[(*matrix->features)[d]] = 1;
  }
  sparse_rows made;
  std::vector<std::pair<std::int64_t, double>> entries;
  for (std::int64_t i = 0; i < rows.rows(); ++i) {
    report.poll_at(i);
    entries.clear();
    for (const feature_extent* matrix : matrices)
      entries.emplace_back(column_of(*matrix, rows, i), 1.0);
    if (!is_all)
      rows.for_each_value(i, [&](std::int64_t feature, double value) {
        if (replaced[feature] == 0 && value != 0) entries.emplace_back(feature, value);
      });
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    for (const auto& [feature, value] : entries) {
      made.features.push_back(static_cast<std::int32_t>(feature));
      made.values.push_back(value);
    }
    made.starts.push_back(static_cast<std::int64_t>(made.values.size()));
  }
  return {std::move(made), rows.features()};
}

const kernel_kind& precomputed_kernel() {
  static const kernel_kind kind = {
      "precomputed",
      "of the caller's: feature j of a row is its kernel with row j of the dataset",
      {},
      extent_wanted::nothing,
      nullptr,
      nullptr,
      [](const given_setting& setting) -> std::shared_ptr<const given_values> {
        return std::make_shared<const precomputed_values>(setting);
      }};
  return kind;
}

}  // namespace coppice
