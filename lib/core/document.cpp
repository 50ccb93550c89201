#include "core/document.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"

namespace coppice {
namespace {

[[noreturn]] void wrong(const char* name, const std::string& what) {
  fail_damaged(text(in_quotes(name), " ", what));
}

double number_or_nan(const document& value, const char* name) {
  if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (const auto* whole = value.get_if<std::int64_t>()) return static_cast<double>(*whole);
  if (const auto* real = value.get_if<double>()) return *real;
  wrong(name, "holds something that is not a number");
}

std::int64_t whole_number(const document& value, const char* name, std::int64_t minimum,
                          std::int64_t maximum) {
  const auto* number = value.get_if<std::int64_t>();
  if (number == nullptr) wrong(name, "holds something that is not a whole number");
  if (*number < minimum || *number > maximum)
    wrong(name, text("is ", *number, "; expected ", minimum, " to ", maximum));
  return *number;
}

}  // namespace

void fail_damaged(const std::string& what) {
  fail(COPPICE_MODEL_ERROR, "the model is damaged: ", what);
}

void document::push_back(document value) {
  if (is_null()) value_ = array_type();
  std::get<array_type>(value_).push_back(std::move(value));
}

void document::add(std::string_view name, document value) {
  if (is_null()) value_ = object_type();
  std::get<object_type>(value_).emplace_back(std::string(name), std::move(value));
}

void document::set(std::string_view name, document value) {
  if (auto* members = get_if<object_type>())
    for (auto& [key, old] : *members)
      if (key == name) {
        old = std::move(value);
        return;
      }
  add(name, std::move(value));
}

void document::add_all(document members) {
  for (auto& [name, value] : std::get<object_type>(members.value_)) add(name, std::move(value));
}

document document::copy() const {
  document result;
  if (const auto* whole = get_if<std::int64_t>()) result = *whole;
  if (const auto* real = get_if<double>()) result = *real;
  if (const auto* string = get_if<std::string>()) result = *string;
  if (const auto* array = get_if<array_type>()) {
    result = array_type();
    for (const document& value : *array) result.push_back(value.copy());
  }
  if (const auto* object = get_if<object_type>()) {
    result = object_type();
    for (const auto& [name, value] : *object) result.add(name, value.copy());
  }
  return result;
}

bool document::has(const char* name) const noexcept {
  const auto* members = get_if<object_type>();
  return members != nullptr && std::any_of(members->begin(), members->end(),
                                           [&](const member& own) { return own.first == name; });
}

const document& document::at(const char* name) const {
  const auto* members = get_if<object_type>();
  if (members == nullptr) wrong(name, "is looked for in something that is not an object");
  for (const auto& [key, value] : *members)
    if (key == name) return value;
  wrong(name, "is missing");
}

const document::array_type& document::array(const char* name) const {
  const auto* values = at(name).get_if<array_type>();
  if (values == nullptr) wrong(name, "is not an array");
  return *values;
}

const std::string& document::string(const char* name) const {
  const auto* value = at(name).get_if<std::string>();
  if (value == nullptr) wrong(name, "is not text");
  return *value;
}

std::int64_t document::integer(const char* name, std::int64_t minimum, std::int64_t maximum) const {
  return whole_number(at(name), name, minimum, maximum);
}

double document::number(const char* name) const {
  return number_or_nan(at(name), name);
}

std::vector<double> document::numbers(const char* name) const {
  std::vector<double> result;
  for (const document& value : array(name)) result.push_back(number_or_nan(value, name));
  return result;
}

std::vector<double> document::finite_numbers(const char* name) const {
  std::vector<double> result = numbers(name);
  for (const double value : result)
    if (!std::isfinite(value)) wrong(name, "holds a number that is not finite");
  return result;
}

std::vector<std::int64_t> document::integers(const char* name, std::int64_t minimum,
                                             std::int64_t maximum) const {
  std::vector<std::int64_t> result;
  for (const document& value : array(name))
    result.push_back(whole_number(value, name, minimum, maximum));
  return result;
}

std::vector<std::string> document::strings(const char* name) const {
  std::vector<std::string> result;
  for (const document& value : array(name)) {
    const auto* element = value.get_if<std::string>();
    if (element == nullptr) wrong(name, "holds something that is not text");
    result.push_back(*element);
  }
  return result;
}

}  // namespace coppice
