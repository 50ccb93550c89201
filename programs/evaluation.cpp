// Criteria and confusion matrices through the public interface.
#include "evaluation.hpp"

#include <algorithm>
#include <cmath>

#include "catalogue.hpp"
#include "text.hpp"

namespace program {
namespace {

constexpr std::size_t page_width = 100;

}  // namespace

json criteria_of(const model& of, const dataset& data, std::int64_t threads,
                 const std::string& place) {
  const std::vector<std::string> names = names_of(entries_of(COPPICE_CRITERIA));
  std::vector<double> values(names.size());
  check(coppice_model_criteria(of.get(), data.get(), threads, values.data(),
                               static_cast<std::int64_t>(values.size()), nullptr),
        place);
  json criteria = json::object();
  for (std::size_t k = 0; k < names.size(); ++k)
    if (!std::isnan(values[k])) criteria[names[k]] = values[k];
  return criteria;
}

json confusion_of(const model& of, const dataset& data, std::int64_t threads,
                  const std::string& place) {
  const std::int64_t classes = get_int(of, "classes");
  if (classes == 0) return {};
  std::vector<double> weights(static_cast<std::size_t>((classes + 1) * classes));
  std::int64_t size = 0;
  check(coppice_model_confusion(of.get(), data.get(), threads, weights.data(),
                                static_cast<std::int64_t>(weights.size()), &size),
        place);
  json confusion = json::array();
  for (auto row = weights.begin(); row != weights.begin() + size; row += classes)
    confusion.push_back(std::vector<double>(row, row + classes));
  return confusion;
}

std::string criterion_for_people(double value) {
  return value != 0 && std::abs(value) < 1e-3 ? scientific(value, 3) : fixed(value, 4);
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
