// A dataset: feature values, and, to train on, targets and weights. Mutable until a solver has used
// it; then shared, immutable, and the keeper of what is computed from it once (its bins). Feature
// values never change, and subsets share them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/dataset_bins.hpp"
#include "data/feature_levels.hpp"
#include "data/feature_matrix.hpp"
#include "data/name_list.hpp"
#include "data/row_lines.hpp"
#include "data/table_columns.hpp"
#include "data/targets.hpp"

namespace coppice {

/// Whether a row can have this weight: 0, or from 1e-50 to 1e50, which keeps sums and squares of
/// costs far from overflow and underflow.
bool is_weight(double weight);
constexpr const char* expected_weight = "0 or a number from 1e-50 to 1e+50";

/// Throws COPPICE_INVALID_DATA unless the row can have the weight.
void check_weight(std::int64_t row, double weight);

class dataset {
 public:
  /// `open_width`: the width is what was found in a file, so that a wider model pads with zeros.
  explicit dataset(const feature_matrix& values, bool open_width = false);
  dataset(const dataset&) = delete;
  dataset& operator=(const dataset&) = delete;

  void set_labels(const double* labels, std::int64_t length);
  void set_labels(std::vector<double> labels);  // finite, one a row
  void set_targets(const double* targets, std::int64_t length, std::int64_t outputs);
  void set_label_names(const char* const* labels, std::int64_t length);
  void set_label_names(const std::vector<std::string>& labels);  // UTF-8, one a row
  void set_weights(const double* weights, std::int64_t length);
  void set_feature_names(const char* const* names, std::int64_t length);
  void set_feature_names(name_list names);             // one a feature
  void set_row_names(std::vector<std::string> names);  // UTF-8, one a row
  /// The table that the values were read from, or, of width 0, other text; and where rows stand.
  void set_table(table_columns columns, row_lines lines);
  /// Makes a feature categorical: every value must be a level's code, or missing.
  void set_levels(std::int64_t feature, name_list names);

  /// What stands for every view of a dataset in the text of a pool, and is the name of none.
  static constexpr std::string_view every_view = "*";
  /// A view is a named group of features.
  void add_view(std::string_view name, const std::int64_t* features, std::int64_t count);

  using feature_list = std::shared_ptr<const std::vector<std::int64_t>>;
  /// By name; throws COPPICE_UNKNOWN_NAME.
  [[nodiscard]] feature_list view(std::string_view name) const;
  /// In the order in which they were added.
  [[nodiscard]] std::vector<std::string> view_names() const;

  [[nodiscard]] std::int64_t rows() const noexcept { return values_.rows(); }
  [[nodiscard]] std::int64_t features() const noexcept { return values_.features(); }
  [[nodiscard]] bool open_width() const noexcept { return open_width_; }
  [[nodiscard]] const feature_matrix& values() const noexcept { return values_; }

  [[nodiscard]] const name_list& names() const noexcept { return names_; }
  [[nodiscard]] const feature_levels& levels() const noexcept { return levels_; }

  /// "" where rows have no names.
  [[nodiscard]] std::string_view row_name(std::int64_t row) const {
    return row_names_.empty() ? std::string_view() : row_names_[row];
  }
  [[nodiscard]] const table_columns& table() const noexcept { return table_; }
  /// Where a value is, for messages: "line 4, column 6 "age"" of what was read from text, of other
  /// data and of subsets x[row 3, feature 5 "age"], where `argument` is x.
  [[nodiscard]] std::string place_of(const char* argument, std::int64_t row,
                                     std::int64_t feature) const;
  /// "column 6 "age"" of a table, of other data "feature 5 "age"".
  [[nodiscard]] std::string place_of_feature(std::int64_t feature) const;

  [[nodiscard]] const row_targets& targets() const noexcept { return *targets_; }
  /// Whether every row has a label: a name or one number.
  [[nodiscard]] bool labelled() const noexcept { return targets_->are_labels(); }
  /// Throws unless the rows have labels; `who` is the dataset in the message.
  void check_labelled(const char* who) const;
  /// The distinct labels, and the class of each row; no classes without labels.
  [[nodiscard]] const class_labels& classes(const progress* report = nullptr) const {
    return targets_->classes(report);
  }
  [[nodiscard]] const std::vector<std::int32_t>& labels(const progress* report = nullptr) const {
    return targets_->class_indices(report);
  }
  [[nodiscard]] double weight(std::int64_t row) const {
    return weights_.empty() ? 1.0 : weights_[row];
  }

  /// The named rows. Values are shared; labels and weights are the subset's own. With
  /// `bins_of_whole::made`, for one of several subsets that overlap, as those of cross-validation
  /// do, they derive their bins from this dataset's.
  [[nodiscard]] std::unique_ptr<dataset> subset(
      std::vector<std::int64_t> rows, const progress* report = nullptr,
      bins_of_whole wanted = bins_of_whole::if_there) const;

  /// The same for a caller who may free this dataset and keep the subset: of fewer than half of the
  /// rows in memory it copies the values, so that it does not keep all of them there.
  [[nodiscard]] std::unique_ptr<dataset> lasting_subset(std::vector<std::int64_t> rows) const;

  /// Lasting subsets: round(fraction * n) of the n rows of every class, and the others. Rows are of
  /// one class where there are no labels, or more than one class for every two rows.
  [[nodiscard]] std::pair<std::unique_ptr<dataset>, std::unique_ptr<dataset>> split(
      double fraction, std::uint64_t seed) const;

  /// The bins of every feature, at most `max_bins` each (0: exact), which weigh about as much.
  [[nodiscard]] std::shared_ptr<const binned_columns> bins(std::int64_t max_bins, thread_team& team,
                                                           const progress& report) const;

 private:
  friend class dataset_use;
  dataset(feature_matrix values, bool open_width, std::shared_ptr<dataset_bins> bins);
  [[nodiscard]] std::unique_ptr<dataset> subset_with(feature_matrix values, const row_list& rows,
                                                     const progress* report,
                                                     bins_of_whole wanted) const;
  void check_mutable(const char* what) const;
  void check_length(const char* argument, std::int64_t length) const;
  void set_numbers(const char* argument, const double* numbers, std::int64_t outputs);

  feature_matrix values_;
  std::shared_ptr<dataset_bins> bins_;
  bool open_width_;
  name_list names_;
  feature_levels levels_;
  mutable std::atomic<std::int64_t> uses_ = 0;  // by solvers, which may be on several threads
  std::shared_ptr<const row_targets> targets_ = std::make_shared<row_targets>();
  std::vector<double> weights_;  // empty where all are 1
  std::vector<std::pair<std::string, feature_list>> views_;
  std::vector<std::string> row_names_;
  table_columns table_;
  row_lines lines_;
};

/// A solver's use of a dataset. Setters fail while it lasts, and for ever once it is kept; a use
/// that came to nothing leaves the dataset as it was, so that what was refused may be mended.
class dataset_use {
 public:
  explicit dataset_use(const dataset* used) : used_(used) {  // null for none
    if (used_ != nullptr) ++used_->uses_;
  }
  ~dataset_use() {
    if (used_ != nullptr) --used_->uses_;
  }
  dataset_use(const dataset_use&) = delete;
  dataset_use& operator=(const dataset_use&) = delete;

  void keep() noexcept { used_ = nullptr; }

 private:
  const dataset* used_;
};

}  // namespace coppice
