#include "methods/training_set.hpp"

#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/huge_pages.hpp"
#include "model/aligned_rows.hpp"

namespace coppice {
namespace {

needed_features features_needed(const dataset& examples, const method& of,
                                const pool_specification& pool) {
  if (of.takes == building_blocks::pools) return features_needed(examples, pool);
  const auto all = static_cast<std::size_t>(examples.features());
  return {std::vector<const char*>(all, of.name), "method ", "methods that take pools can"};
}

void check_categories(const dataset& examples, const method& of, const pool_specification& pool) {
  if (of.takes == building_blocks::pools) return check_categories(examples, pool);
  for (const auto& [feature, names] : examples.levels())
    refuse_category(examples, feature, text("method ", of.name), "methods that take pools can");
}

}  // namespace

training_set::training_set(const fit_request& request, const method& of, bool balanced)
    : training_set(request.examples, of, request.report, balanced) {
  check_features(of, request.pool, request.examples, request.validation, request.report);
}

training_set::training_set(const dataset& given, const method& of, const progress& report,
                           bool balanced)
    : given_(given), learned_(task_of(given, of, report)) {
  std::vector<std::int64_t> rows;
  const auto all = static_cast<std::size_t>(given.rows());
  reserve_large(rows, all);
  reserve_large(weights_, all);
  for (std::int64_t i = 0; i < given.rows(); ++i) {
    report.poll_at(i);
    if (given.weight(i) == 0) continue;
    rows.push_back(i);
    weights_.push_back(given.weight(i));
  }
  if (rows.empty())
    fail(COPPICE_INVALID_DATA, "no row of the dataset has a positive weight; method ", of.name,
         " expected one at least");
  if (learned_ == task::two_classes || learned_ == task::classes)
    look_at_classes(rows, of.name, balanced, report);
  else if (learned_ != task::one_class)
    check_numbers(rows, of.name, report);
  if (static_cast<std::int64_t>(rows.size()) < given.rows())
    kept_ = given.subset(std::move(rows), &report);
}

void training_set::look_at_classes(const std::vector<std::int64_t>& rows, const char* method,
                                   bool balanced, const progress& report) {
  const class_labels& classes = given_.classes(&report);
  const std::vector<std::int32_t>& labels = given_.labels(&report);
  std::vector<double> sums(static_cast<std::size_t>(classes.size()), 0.0);
  if (learned_ == task::two_classes) reserve_large(signs_, rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    report.poll_at(static_cast<std::int64_t>(k));
    sums[labels[rows[k]]] += weights_[k];
    if (learned_ == task::two_classes) signs_.push_back(labels[rows[k]] == 1 ? 1 : -1);
  }
  for (std::int64_t k = 0; k < classes.size(); ++k)
    if (sums[k] == 0)
      fail(COPPICE_INVALID_DATA, "no row of class ", in_quotes(classes.text(k)),
           " has a positive weight; method ", method, " expected rows of every class");
  if (!balanced) return;
  row_weights_ = weights_;
  const double total = std::accumulate(sums.begin(), sums.end(), 0.0);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    report.poll_at(static_cast<std::int64_t>(k));
    weights_[k] *= total / (static_cast<double>(classes.size()) * sums[labels[rows[k]]]);
  }
}

void training_set::check_numbers(const std::vector<std::int64_t>& rows, const char* method,
                                 const progress& report) const {
  constexpr double largest = 1e50;
  const std::vector<double>& numbers = given_.targets().numbers();
  const std::int64_t outputs = given_.targets().outputs();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    report.poll_at(static_cast<std::int64_t>(k));
    for (std::int64_t t = 0; t < outputs; ++t)
      if (const double number = numbers[rows[k] * outputs + t]; std::abs(number) > largest)
        fail(COPPICE_INVALID_DATA, "target ", t, " of row ", rows[k], " is ", number, "; method ",
             method, " expected numbers from ", -largest, " to ", largest,
             ", whose squares it can add up");
  }
}

void check_features(const method& of, const pool_specification& pool, const dataset& examples,
                    const dataset* validation, const progress& report) {
  check_categories(examples, of, pool);
  const bool of_examples = examples.values().may_have_missing();
  const bool of_validation = validation != nullptr && validation->values().may_have_missing();
  if (!of_examples && !of_validation) return;
  const needed_features needed = features_needed(examples, of, pool);
  check_present("x", examples, needed, &report,
                [&](std::int64_t row) { return examples.weight(row) > 0; });
  if (!of_validation) return;
  const aligned_rows rows(*validation, {examples.features(), examples.names(), examples.levels()},
                          "the validation set");
  check_present("validation", *validation, rows.columns_of(needed), &report,
                [](std::int64_t /*row*/) { return true; });
}

}  // namespace coppice
