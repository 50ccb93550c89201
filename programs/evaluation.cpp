// Criteria and confusion matrices through the public interface.
#include "evaluation.hpp"

#include <algorithm>
#include <cmath>

#include "catalogue.hpp"
#include "data_file.hpp"
#include "text.hpp"

namespace program {
namespace {

constexpr std::size_t page_width = 100;

/// Whether four decimals show the value; those of a number that is not defined are "nan".
bool has_decimals(double value) {
  const double size = std::abs(value);
  return size == 0 || std::isnan(size) || (size >= 1e-3 && size < 1e6);
}

}  // namespace

bool has_targets(const model& with, const dataset& data) {
  const std::vector<std::string> known = class_names(with);
  if (known.empty()) {
    const auto outputs = get_value<std::int64_t>(
        [&](std::int64_t* out) { return coppice_dataset_outputs(data.get(), out); });
    return outputs == get_int(with, "scores");
  }
  const std::vector<std::string> given = class_names(data);
  return std::find_first_of(given.begin(), given.end(), known.begin(), known.end()) != given.end();
}

evaluation evaluate(const model& of, const dataset& data, std::int64_t threads,
                    const std::string& place) {
  coppice_evaluation* handle = nullptr;
  check(coppice_model_evaluate(of.get(), data.get(), threads, &handle), place);
  return evaluation(handle);
}

json criteria_of(const evaluation& from) {
  json criteria = json::object();
  for (const std::string& name : names_of(entries_of(COPPICE_CRITERIA))) {
    double value = 0;
    const coppice_status status = coppice_evaluation_criterion(from.get(), name.c_str(), &value);
    if (status == COPPICE_UNAVAILABLE) continue;
    check(status);
    criteria[name] = value;
  }
  return criteria;
}

json confusion_of(const evaluation& from, std::size_t classes) {
  if (classes == 0) return {};
  const std::vector<double> weights =
      get_numbers([&](double* out, std::int64_t capacity, std::int64_t* needed) {
        return coppice_evaluation_confusion(from.get(), out, capacity, needed);
      });
  const auto width = static_cast<std::ptrdiff_t>(classes);
  json confusion = json::array();
  for (auto row = weights.begin(); row != weights.end(); row += width)
    confusion.push_back(std::vector<double>(row, row + width));
  return confusion;
}

std::string criterion_for_people(double value) {
  if (has_decimals(value)) return fixed(value, 4);
  return scientific(value, std::abs(value) < 1 ? 3 : 4);
}

std::string standard_error_for_people(double standard_error, double criterion) {
  constexpr double least = 5e-5;  // which four decimals show
  return has_decimals(criterion) && standard_error >= least ? fixed(standard_error, 4)
                                                            : criterion_for_people(standard_error);
}

std::string described_criteria(const std::vector<std::string>& names,
                               const std::vector<json>& criteria) {
  std::vector<std::vector<std::string>> rows = {{"criterion"}};
  rows[0].insert(rows[0].end(), names.begin(), names.end());
  for (const std::string& name : names_of(entries_of(COPPICE_CRITERIA))) {
    std::vector<std::string> row = {name};
    for (const json& one : criteria)
      row.push_back(one.contains(name) ? criterion_for_people(number(one[name])) : "-");
    const bool known = std::any_of(row.begin() + 1, row.end(),
                                   [](const std::string& cell) { return cell != "-"; });
    if (known) rows.push_back(std::move(row));
  }
  return rows.size() > 1 ? table(rows) : "";
}

std::string described_confusion(const json& confusion, const std::vector<std::string>& classes) {
  if (!confusion.is_array()) return "";
  std::vector<std::vector<std::string>> rows = {{"class \\ predicted"}};
  rows[0].insert(rows[0].end(), classes.begin(), classes.end());
  for (std::size_t r = 0; r < confusion.size(); ++r) {
    std::vector<std::string> row = {r < classes.size() ? classes[r] : "others"};
    for (const json& weight : confusion[r]) row.push_back(significant(number(weight), 6));
    rows.push_back(std::move(row));
  }
  const std::string text = table(rows);
  return text.find('\n') > page_width ? "" : text;
}

}  // namespace program
