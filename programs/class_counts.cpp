#include "class_counts.hpp"

#include <algorithm>
#include <numeric>

#include "data_file.hpp"
#include "input.hpp"
#include "output.hpp"
#include "text.hpp"

namespace program {
namespace {

constexpr std::size_t most_listed = 6;

std::vector<std::int64_t> class_of_rows(const dataset& from) {
  std::vector<std::int64_t> classes(static_cast<std::size_t>(rows_of(from)));
  check(coppice_dataset_copy_labels(from.get(), classes.data(),
                                    static_cast<std::int64_t>(classes.size())));
  return classes;
}

std::vector<double> weights_of(const dataset& from) {
  std::vector<double> weights(static_cast<std::size_t>(rows_of(from)));
  check(coppice_dataset_copy_weights(from.get(), weights.data(),
                                     static_cast<std::int64_t>(weights.size())));
  return weights;
}

std::string listed(std::vector<std::string> names) {
  const std::size_t more = names.size() > most_listed ? names.size() - most_listed : 0;
  names.resize(names.size() - more);
  return joined(names, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

}  // namespace

labelled_rows labels_and_weights(const dataset& of) {
  return {class_of_rows(of), weights_of(of)};
}

std::size_t class_counts::largest() const {
  return static_cast<std::size_t>(std::max_element(weights.begin(), weights.end()) -
                                  weights.begin());
}

double class_counts::share() const {
  return weights[largest()] / std::accumulate(weights.begin(), weights.end(), 0.0);
}

class_counts count_classes(const dataset& of) {
  class_counts counts;
  counts.names = class_names(of);
  if (counts.names.empty()) return counts;
  counts.weights.resize(counts.names.size());
  counts.rows = rows_of(of);
  const labelled_rows rows = labels_and_weights(of);
  for (std::size_t i = 0; i < rows.weights.size(); ++i)
    counts.weights[rows.classes[i]] += rows.weights[i];
  return counts;
}

std::string described_classes(const class_counts& counts) {
  if (counts.names.empty()) return "";
  const std::string largest = counts.names[counts.largest()];
  const std::string always = "; always " + largest + " has error " + fixed(1 - counts.share(), 4);
  if (counts.names.size() > most_listed)
    return std::to_string(counts.names.size()) + ", the largest " + largest + " " +
           significant(counts.weights[counts.largest()], 6) + always;
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < counts.names.size(); ++k)
    parts.push_back(counts.names[k] + " " + significant(counts.weights[k], 6));
  return joined(parts, ", ") + always;
}

unknown_labels find_unknown(const dataset& data, const std::vector<std::string>& known) {
  unknown_labels found;
  const std::vector<std::string> names = class_names(data);
  std::vector<char> is_unknown(names.size(), 0);
  for (std::size_t k = 0; k < names.size(); ++k)
    if (std::find(known.begin(), known.end(), names[k]) == known.end()) is_unknown[k] = 1;
  if (std::count(is_unknown.begin(), is_unknown.end(), 1) == 0) return found;
  std::vector<char> occurs(names.size(), 0);
  for (const std::int64_t k : class_of_rows(data)) {
    if (is_unknown[k] == 0) continue;
    ++found.rows;
    occurs[k] = 1;
  }
  for (std::size_t k = 0; k < names.size(); ++k)
    if (occurs[k] != 0) found.labels.push_back(names[k]);
  return found;
}

void tell_of_unknown(const unknown_labels& found, std::int64_t rows, const std::string& path) {
  if (found.rows == 0) return;
  say("warning: " + shown(path) + ": " + std::to_string(found.rows) + " of " +
      counted(rows, "row") + (found.rows == 1 ? " has a label" : " have labels") +
      " that the model has never seen, and " + (found.rows == 1 ? "counts" : "count") +
      " as wrong: " + listed(found.labels));
}

}  // namespace program
