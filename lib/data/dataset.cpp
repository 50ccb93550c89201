#include "data/dataset.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/expression.hpp"
#include "core/random.hpp"
#include "data/binned_columns.hpp"

namespace coppice {

bool is_weight(double weight) {
  constexpr double least = 1e-50;
  constexpr double most = 1e50;
  return weight == 0 || (weight >= least && weight <= most);
}

void check_weight(std::int64_t row, double weight) {
  if (!is_weight(weight))
    fail(COPPICE_INVALID_DATA, "weights[row ", row, "] is ", weight, "; expected ",
         expected_weight);
}

dataset::dataset(const feature_matrix& values, bool open_width)
    : dataset(values, open_width, std::make_shared<dataset_bins>(values, feature_levels())) {}

dataset::dataset(feature_matrix values, bool open_width, std::shared_ptr<dataset_bins> bins)
    : values_(std::move(values)), bins_(std::move(bins)), open_width_(open_width) {}

void dataset::check_mutable(const char* what) const {
  if (uses_ > 0)
    fail(COPPICE_INVALID_STATE, what,
         " cannot be set: a solver has used this dataset; set them before the first fit");
}

void dataset::check_length(const char* argument, std::int64_t length) const {
  if (length != rows())
    fail(COPPICE_INVALID_ARGUMENT, argument, " has length ", length, "; expected the ", rows(),
         " rows of the dataset");
}

void dataset::check_labelled(const char* who) const {
  if (labelled()) return;
  if (targets().outputs() == 0)
    fail(COPPICE_INVALID_STATE, who, " has no labels; expected one for every row");
  fail(COPPICE_INVALID_STATE, who, " has ", targets().outputs(),
       " numeric targets a row, which are not labels; expected one label for every row");
}

void dataset::set_numbers(const char* argument, const double* numbers, std::int64_t outputs) {
  const std::int64_t length = rows() * outputs;
  for (std::int64_t k = 0; k < length; ++k)
    if (!std::isfinite(numbers[k]))
      fail(COPPICE_INVALID_DATA, argument, "[row ", k / outputs,
           outputs == 1 ? "" : text(", output ", k % outputs), "] is ", numbers[k],
           "; expected a finite number");
  targets_ = std::make_shared<row_targets>(std::vector<double>(numbers, numbers + length), outputs);
}

void dataset::set_labels(const double* labels, std::int64_t length) {
  check_mutable("labels");
  check_length("labels", length);
  set_numbers("labels", labels, 1);
}

void dataset::set_labels(std::vector<double> labels) {
  targets_ = std::make_shared<row_targets>(std::move(labels), 1);
}

void dataset::set_targets(const double* targets, std::int64_t length, std::int64_t outputs) {
  check_mutable("targets");
  if (outputs < 1) fail(COPPICE_INVALID_ARGUMENT, "outputs is ", outputs, "; expected at least 1");
  if (outputs > std::numeric_limits<std::int64_t>::max() / rows() || length != rows() * outputs)
    fail(COPPICE_INVALID_ARGUMENT, "targets has length ", length, "; expected the ", rows(),
         " rows of the dataset times ", outputs, outputs == 1 ? " output" : " outputs");
  set_numbers("targets", targets, outputs);
}

void dataset::set_label_names(const char* const* labels, std::int64_t length) {
  check_mutable("labels");
  check_length("labels", length);
  set_label_names(copy_labels(labels, length, "row "));
}

void dataset::set_label_names(const std::vector<std::string>& labels) {
  targets_ = std::make_shared<row_targets>(labels);
}

void dataset::set_feature_names(const char* const* names, std::int64_t length) {
  check_mutable("feature names");
  if (length != features())
    fail(COPPICE_INVALID_ARGUMENT, "names has length ", length, "; expected the ", features(),
         " features of the dataset");
  set_feature_names(name_list(names, length, "names"));
}

void dataset::set_feature_names(name_list names) {
  names_ = std::move(names);
}

void dataset::set_row_names(std::vector<std::string> names) {
  row_names_ = std::move(names);
}

void dataset::set_table(table_columns columns, row_lines lines) {
  table_ = std::move(columns);
  lines_ = std::move(lines);
}

std::string dataset::place_of_feature(std::int64_t feature) const {
  const std::string_view name = names_.of(feature);
  const std::string called = name.empty() ? std::string() : text(" ", in_quotes(name));
  const std::int64_t column = table_.of_feature(feature);
  return column > 0 ? text("column ", column, called) : text("feature ", feature, called);
}

std::string dataset::place_of(const char* argument, std::int64_t row, std::int64_t feature) const {
  const std::int64_t line = lines_.of(row);
  if (line == 0) return text(argument, "[row ", row, ", ", place_of_feature(feature), "]");
  if (table_.width == 0) return text("line ", line, ", index ", feature + 1);
  return text("line ", line, ", ", place_of_feature(feature));
}

void dataset::set_levels(std::int64_t feature, name_list names) {
  check_mutable("levels");
  const std::int64_t count = names.size();
  for (std::int64_t i = 0; i < rows(); ++i) {
    const double value = values_.value(i, feature);
    if (std::isnan(value)) continue;
    if (!(value >= 0 && value < static_cast<double>(count)) || value != std::floor(value))
      fail(COPPICE_INVALID_DATA, "x[row ", i, ", ", "feature ", feature,
           names_.empty() ? std::string() : text(" ", in_quotes(names_.of(feature))), "] is ",
           value, "; expected a level, a whole number from 0 to ", count - 1,
           ", or NaN where it is missing");
  }
  feature_levels levels = levels_;
  levels.set(feature, std::move(names));
  bins_ = std::make_shared<dataset_bins>(values_, levels);
  levels_ = std::move(levels);
}

void dataset::set_weights(const double* weights, std::int64_t length) {
  check_mutable("weights");
  check_length("weights", length);
  for (std::int64_t i = 0; i < length; ++i) check_weight(i, weights[i]);
  weights_.assign(weights, weights + length);
  bins_->forget_limited();
}

void dataset::add_view(std::string_view name, const std::int64_t* features, std::int64_t count) {
  check_mutable("views");
  check_name("name", name);
  if (name == every_view)
    fail(COPPICE_INVALID_ARGUMENT, "name is ", in_quotes(name),
         ", which stands for every view; expected another name");
  for (const auto& known : views_)
    if (known.first == name)
      fail(COPPICE_INVALID_ARGUMENT, "name is ", in_quotes(name),
           ", which the dataset has a view of; expected a new one");
  if (count < 1) fail(COPPICE_INVALID_ARGUMENT, "count is ", count, "; expected at least 1");
  std::vector<char> listed(static_cast<std::size_t>(this->features()), 0);
  for (std::int64_t k = 0; k < count; ++k) {
    if (features[k] < 0 || features[k] >= this->features())
      fail(COPPICE_INVALID_ARGUMENT, "features[", k, "] is ", features[k], "; expected 0 to ",
           this->features() - 1);
    if (listed[features[k]] != 0)
      fail(COPPICE_INVALID_ARGUMENT, "features[", k, "] is ", features[k],
           ", which is listed before; expected distinct features");
    listed[features[k]] = 1;
  }
  auto list = std::make_shared<const std::vector<std::int64_t>>(features, features + count);
  views_.emplace_back(std::string(name), std::move(list));
}

dataset::feature_list dataset::view(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const auto& [known, features] : views_) {
    if (known == name) return features;
    names.emplace_back(known);
  }
  if (names.empty()) fail(COPPICE_UNKNOWN_NAME, "the dataset has no views; got ", in_quotes(name));
  fail(COPPICE_UNKNOWN_NAME, "the dataset has no view ", in_quotes(name), suggestion(name, names));
}

std::vector<std::string> dataset::view_names() const {
  std::vector<std::string> names;
  for (const auto& [name, features] : views_) names.push_back(name);
  return names;
}

std::shared_ptr<const binned_columns> dataset::bins(std::int64_t max_bins, thread_team& team,
                                                    const progress& report) const {
  return bins_->get({max_bins, weights_}, team, report);
}

std::unique_ptr<dataset> dataset::subset(std::vector<std::int64_t> rows, const progress* report,
                                         bins_of_whole wanted) const {
  const auto list = std::make_shared<const std::vector<std::int64_t>>(std::move(rows));
  return subset_with(values_.subset(list, report), list, report, wanted);
}

std::unique_ptr<dataset> dataset::lasting_subset(std::vector<std::int64_t> rows) const {
  const auto list = std::make_shared<const std::vector<std::int64_t>>(std::move(rows));
  feature_matrix values = values_.subset(list);
  if (2 * values.rows() < values.stored_rows()) values = values.copy();
  return subset_with(std::move(values), list, nullptr, bins_of_whole::if_there);
}

std::unique_ptr<dataset> dataset::subset_with(feature_matrix values, const row_list& rows,
                                              const progress* report, bins_of_whole wanted) const {
  auto bins = dataset_bins::of_subset(bins_, values, rows, wanted, report);
  std::unique_ptr<dataset> result(new dataset(std::move(values), open_width_, std::move(bins)));
  result->names_ = names_;
  result->levels_ = levels_;
  result->targets_ = row_targets::of_rows(targets_, *rows, report);
  result->views_ = views_;
  result->table_ = table_;
  if (!row_names_.empty()) result->row_names_.reserve(rows->size());
  for (std::size_t i = 0; i < rows->size() && !row_names_.empty(); ++i)
    result->row_names_.push_back(row_names_[(*rows)[i]]);
  if (!weights_.empty()) result->weights_.reserve(rows->size());
  for (std::size_t i = 0; i < rows->size() && !weights_.empty(); ++i) {
    if (report != nullptr) report->poll_at(static_cast<std::int64_t>(i));
    result->weights_.push_back(weights_[(*rows)[i]]);
  }
  return result;
}

std::pair<std::unique_ptr<dataset>, std::unique_ptr<dataset>> dataset::split(
    double fraction, std::uint64_t seed) const {
  const bool by_class = labelled() && classes().size() <= rows() / 2;
  std::vector<std::vector<std::int64_t>> strata(
      static_cast<std::size_t>(by_class ? classes().size() : 1));
  for (std::int64_t i = 0; i < rows(); ++i) strata[by_class ? labels()[i] : 0].push_back(i);
  random_numbers random(seed);
  std::vector<char> in_first(static_cast<std::size_t>(rows()), 0);
  for (std::vector<std::int64_t>& stratum : strata) {
    const auto wanted =
        static_cast<std::size_t>(std::round(fraction * static_cast<double>(stratum.size())));
    for (std::size_t k = 0; k < wanted; ++k) {
      std::swap(stratum[k], stratum[k + random.below(stratum.size() - k)]);
      in_first[stratum[k]] = 1;
    }
  }
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> second;
  for (std::int64_t i = 0; i < rows(); ++i) (in_first[i] != 0 ? first : second).push_back(i);
  if (first.empty() || second.empty())
    fail(COPPICE_INVALID_ARGUMENT, "fraction is ", fraction, ", which leaves ", first.size(),
         " of the ", rows(), " rows in the first part and ", second.size(),
         " in the second; expected rows in both");
  return {lasting_subset(std::move(first)), lasting_subset(std::move(second))};
}

}  // namespace coppice
