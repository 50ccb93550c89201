#include "data/targets.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/error.hpp"
#include "core/huge_pages.hpp"
#include "core/sort.hpp"

namespace coppice {
namespace {

/// Up to so many classes are found by looking at every row once; more are found by sorting.
constexpr std::size_t few_classes = 256;

void check_count(std::size_t classes) {
  if (classes > std::numeric_limits<std::int32_t>::max())
    fail(COPPICE_INVALID_DATA, "labels has ", classes, " classes; expected fewer than 2^31");
}

/// The distinct numbers in order, if they are few; empty if they are many.
std::vector<double> few_distinct(const std::vector<double>& numbers, const progress& report) {
  std::vector<double> found;
  std::int64_t row = 0;
  for (const double number : numbers) {
    report.poll_at(row++);
    const auto at = std::lower_bound(found.begin(), found.end(), number);
    if (at != found.end() && *at == number) continue;
    if (found.size() == few_classes) return {};
    found.insert(at, number + 0.0);  // -0 is the class 0
  }
  return found;
}

std::vector<double> distinct(const std::vector<double>& numbers, const progress& report) {
  std::vector<double> found = few_distinct(numbers, report);
  if (!found.empty()) return found;
  found = numbers;
  for (double& number : found) number += 0.0;
  report.poll();
  sort(found, report);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  check_count(found.size());
  return found;
}

/// Where each label stands among the classes.
template <class Label>
std::vector<std::int32_t> places(const std::vector<Label>& labels,
                                 const std::vector<Label>& classes, const progress& report) {
  std::vector<std::int32_t> indices;
  reserve_large(indices, labels.size());
  for (const Label& label : labels) {
    report.poll_at(static_cast<std::int64_t>(indices.size()));
    indices.push_back(static_cast<std::int32_t>(
        std::lower_bound(classes.begin(), classes.end(), label) - classes.begin()));
  }
  return indices;
}

/// Calls use(*report); where report is null, use() gets a report that tells nobody.
template <class Use>
auto reporting_to(const progress* report, const Use& use) {
  return report != nullptr ? use(*report) : use(progress());
}

}  // namespace

row_targets::row_targets(const std::vector<std::string>& names) {
  std::vector<std::string> distinct = names;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  check_count(distinct.size());
  names_ = places(names, distinct, progress());
  classes_.get([&] { return class_labels::from_names(std::move(distinct)); });
}

std::shared_ptr<const row_targets> row_targets::of_rows(
    const std::shared_ptr<const row_targets>& whole, const std::vector<std::int64_t>& rows,
    const progress* report) {
  auto part = std::make_shared<row_targets>();
  part->outputs_ = whole->outputs_;
  part->numbers_.reserve(rows.size() * static_cast<std::size_t>(whole->outputs_));
  std::int64_t seen = 0;
  for (const std::int64_t row : rows) {
    if (report != nullptr) report->poll_at(seen++);
    if (whole->are_names()) part->names_.push_back(whole->names_[row]);
    for (std::int64_t k = row * whole->outputs_; k < (row + 1) * whole->outputs_; ++k)
      part->numbers_.push_back(whole->numbers_[k]);
  }
  part->whole_ = whole->whole_ != nullptr ? whole->whole_ : whole;
  return part;
}

const class_labels& row_targets::classes(const progress* report) const {
  if (whole_ != nullptr) return whole_->classes(report);
  return classes_.get([&] {
    if (outputs_ != 1) return class_labels();
    return reporting_to(report, [&](const progress& to) {
      return class_labels::from_numbers(distinct(numbers_, to));
    });
  });
}

const std::vector<std::int32_t>& row_targets::class_indices(const progress* report) const {
  if (are_names()) return names_;
  return indices_.get([&] {
    if (outputs_ != 1) return std::vector<std::int32_t>();
    const std::vector<double>& classes = this->classes(report).numbers();
    return reporting_to(report, [&](const progress& to) { return places(numbers_, classes, to); });
  });
}

}  // namespace coppice
