#include "data/class_labels.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "core/error.hpp"

namespace coppice {
namespace {

/// The distinct labels in order; `indices` receives where each row's label stands among them.
template <class Label>
std::vector<Label> distinct(const std::vector<Label>& labels, std::vector<std::int32_t>& indices) {
  std::vector<Label> classes = labels;
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  if (classes.size() > std::numeric_limits<std::int32_t>::max())
    fail(COPPICE_INVALID_DATA, "labels has ", classes.size(), " classes; expected fewer than 2^31");
  indices.resize(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i)
    indices[i] = static_cast<std::int32_t>(
        std::lower_bound(classes.begin(), classes.end(), labels[i]) - classes.begin());
  return classes;
}

template <class Label>
void check_ascending(const std::vector<Label>& classes) {
  if (std::adjacent_find(classes.begin(), classes.end(), std::greater_equal<>()) != classes.end())
    throw std::invalid_argument("classes are not ascending");
}

}  // namespace

class_labels class_labels::of_numbers(const double* labels, std::int64_t rows,
                                      std::vector<std::int32_t>& indices) {
  std::vector<double> numbers(labels, labels + rows);
  for (double& number : numbers) number += 0.0;  // -0 is the class 0
  return from_numbers(distinct(numbers, indices));
}

class_labels class_labels::of_names(const std::vector<std::string>& labels,
                                    std::vector<std::int32_t>& indices) {
  return from_names(distinct(labels, indices));
}

class_labels class_labels::from_numbers(std::vector<double> numbers) {
  check_ascending(numbers);
  class_labels result;
  for (const double number : numbers) result.texts_.push_back(shortest(number));
  result.numbers_ = std::move(numbers);
  return result;
}

class_labels class_labels::from_names(std::vector<std::string> names) {
  check_ascending(names);
  class_labels result;
  result.texts_ = std::move(names);
  return result;
}

std::vector<std::int64_t> same_classes(const class_labels& classes, const class_labels& among) {
  std::vector<std::int64_t> same(static_cast<std::size_t>(classes.size()), -1);
  for (std::int64_t k = 0; k < classes.size(); ++k)
    for (std::int64_t m = 0; m < among.size(); ++m)
      if (classes.text(k) == among.text(m)) same[k] = m;
  return same;
}

}  // namespace coppice
