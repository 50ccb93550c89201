#include "data/class_labels.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <unordered_map>

#include "core/error.hpp"

namespace coppice {
namespace {

template <class Label>
void check_ascending(const std::vector<Label>& classes) {
  if (std::adjacent_find(classes.begin(), classes.end(), std::greater_equal<>()) != classes.end())
    throw std::invalid_argument("classes are not ascending");
}

}  // namespace

class_labels class_labels::from_numbers(std::vector<double> numbers) {
  check_ascending(numbers);
  class_labels result;
  result.numbers_ = std::move(numbers);
  return result;
}

class_labels class_labels::from_names(std::vector<std::string> names) {
  check_ascending(names);
  class_labels result;
  result.names_ = std::move(names);
  return result;
}

class_labels class_labels::load(const document& saved, const char* name) {
  try {
    return saved.at(name).holds<document::array_type>() ? from_names(saved.strings(name))
                                                        : from_numbers(saved.finite_numbers(name));
  } catch (const std::invalid_argument&) {
    fail_damaged(coppice::text(in_quotes(name), " are not distinct labels in ascending order"));
  }
}

document class_labels::save() const {
  if (numeric()) return numbers_;
  return names_;
}

std::string class_labels::text(std::int64_t index) const {
  return numeric() ? shortest(numbers_[index]) : names_[index];
}

std::vector<std::string> copy_labels(const char* const* labels, std::int64_t length,
                                     const char* place) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(length));
  for (std::int64_t i = 0; i < length; ++i) {
    if (labels[i] == nullptr)
      fail(COPPICE_INVALID_DATA, "labels[", place, i, "] is NULL; expected a name");
    names.emplace_back(labels[i]);
    if (!is_utf8(names.back()))
      fail(COPPICE_INVALID_DATA, "labels[", place, i, "] is ", in_quotes(names.back()),
           "; expected UTF-8");
  }
  return names;
}

std::vector<std::int64_t> same_classes(const class_labels& classes, const class_labels& among) {
  std::unordered_map<std::string, std::int64_t> places;
  for (std::int64_t m = 0; m < among.size(); ++m) places.emplace(among.text(m), m);
  std::vector<std::int64_t> same;
  for (std::int64_t k = 0; k < classes.size(); ++k) {
    const auto found = places.find(classes.text(k));
    same.push_back(found == places.end() ? -1 : found->second);
  }
  return same;
}

}  // namespace coppice
