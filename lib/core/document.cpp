#include "core/document.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/numbers.hpp"

namespace coppice {
namespace {

[[noreturn]] void wrong(const char* name, const std::string& what) {
  fail_damaged(text(in_quotes(name), " ", what));
}

struct name_of_type {
  const char* operator()(std::monostate /*null*/) const { return "null"; }
  const char* operator()(std::int64_t /*number*/) const { return "a whole number"; }
  const char* operator()(double /*number*/) const { return "a number"; }
  const char* operator()(const std::string& /*text*/) const { return "text"; }
  const char* operator()(const document::array_type& /*values*/) const { return "a list"; }
  const char* operator()(const document::object_type& /*members*/) const { return "an object"; }
  const char* operator()(document::opaque value) const { return value.what; }
  template <class Number>
  const char* operator()(const std::vector<Number>& /*numbers*/) const {
    return std::is_integral_v<Number> ? "a list of whole numbers" : "a list of numbers";
  }
};

const char* type_of(const document& value) {
  return value.visit(name_of_type());
}

[[noreturn]] void wrong_type(const char* name, const document& value, const char* expected) {
  wrong(name, text("is ", type_of(value), "; expected ", expected));
}

template <class Document>
Document* find(Document& in, const char* name) {
  if (auto* members = in.template get_if<document::object_type>())
    for (auto& [key, value] : *members)
      if (key == name) return &value;
  return nullptr;
}

template <class Document>
Document& find_existing(Document& in, const char* name) {
  if (!in.template holds<document::object_type>())
    wrong(name, text("is looked for in ", type_of(in), "; expected an object"));
  if (Document* value = find(in, name)) return *value;
  wrong(name, "is missing");
}

template <class Document>
auto& find_array(Document& in, const char* name) {
  Document& value = in.at(name);
  if (auto* values = value.template get_if<document::array_type>()) return *values;
  wrong_type(name, value, "a list of objects or texts");
}

template <class Document>
Document& find_object(Document& in, const char* name) {
  Document& value = find_existing(in, name);
  if (!value.template holds<document::object_type>()) wrong_type(name, value, "an object");
  return value;
}

/// Appends numbers of another type, where they are numbers that `Number` is asked to hold.
template <class Number>
struct append_converted {
  std::vector<Number>& to;

  template <class Value>
  bool operator()(const Value& /*not a list of numbers*/) const {
    return false;
  }
  template <class Other>
  bool operator()(const std::vector<Other>& list) const {
    if constexpr (!document::is_packed<Other>) {
      return std::is_same_v<Other, document> && list.empty();
    } else if constexpr (std::is_integral_v<Number> && !std::is_integral_v<Other>) {
      return false;
    } else {
      to.reserve(list.size());
      for (const Other number : list) to.push_back(static_cast<Number>(number));
      return true;
    }
  }
};

/// The numbers of a list, moved out of it where they are of this type.
template <class Number>
std::vector<Number> taken(document list, const char* name) {
  if (auto* same = list.get_if<std::vector<Number>>()) return std::move(*same);
  std::vector<Number> result;
  if (list.visit(append_converted<Number>{result})) return result;
  wrong_type(name, list,
             std::is_integral_v<Number> ? "a list of whole numbers" : "a list of numbers");
}

template <class Number>
void check_finite(const std::vector<Number>& numbers, const char* name) {
  for (const Number value : numbers)
    if (!std::isfinite(value)) wrong(name, "holds a number that is not finite");
}

template <class Integer>
void check_range(const std::vector<Integer>& numbers, const char* name, std::int64_t minimum,
                 std::int64_t maximum) {
  for (const Integer number : numbers)
    if (number < minimum || number > maximum)
      wrong(name, text("is ", number, "; expected ", minimum, " to ", maximum));
}

/// Checked before they are narrowed.
template <class Integer>
std::vector<Integer> taken_integers(document list, const char* name, std::int64_t minimum,
                                    std::int64_t maximum) {
  if (const auto* wide = list.get_if<std::vector<std::int64_t>>())
    check_range(*wide, name, minimum, maximum);
  std::vector<Integer> result = taken<Integer>(std::move(list), name);
  check_range(result, name, minimum, maximum);
  return result;
}

std::vector<double> taken_finite(document list, const char* name) {
  std::vector<double> result = taken<double>(std::move(list), name);
  check_finite(result, name);
  return result;
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

namespace {

struct copier {
  document operator()(std::monostate /*null*/) const { return {}; }
  document operator()(const document::array_type& values) const {
    document result = document::array_type();
    for (const document& value : values) result.push_back(value.copy());
    return result;
  }
  document operator()(const document::object_type& members) const {
    document result = document::object_type();
    for (const auto& [name, value] : members)
      if (!value.holds<document::opaque>()) result.add(name, value.copy());
    return result;
  }
  template <class Value>
  document operator()(const Value& value) const {
    return value;
  }
};

}  // namespace

document document::copy() const {
  return visit(copier());
}

bool document::has(const char* name) const noexcept {
  return find(*this, name) != nullptr;
}

const document& document::at(const char* name) const {
  return find_existing(*this, name);
}

document& document::at(const char* name) {
  return find_existing(*this, name);
}

const document& document::object(const char* name) const {
  return find_object(*this, name);
}

document& document::object(const char* name) {
  return find_object(*this, name);
}

const document::array_type& document::array(const char* name) const {
  return find_array(*this, name);
}

document::array_type& document::array(const char* name) {
  return find_array(*this, name);
}

const std::string& document::string(const char* name) const {
  const document& value = at(name);
  if (const auto* string = value.get_if<std::string>()) return *string;
  wrong_type(name, value, "text");
}

std::int64_t document::integer(const char* name, std::int64_t minimum, std::int64_t maximum) const {
  const document& value = at(name);
  const auto* number = value.get_if<std::int64_t>();
  if (number == nullptr) wrong_type(name, value, "a whole number");
  if (*number < minimum || *number > maximum)
    wrong(name, text("is ", *number, "; expected ", minimum, " to ", maximum));
  return *number;
}

double document::number(const char* name) const {
  const document& value = at(name);
  if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (const auto* whole = value.get_if<std::int64_t>()) return static_cast<double>(*whole);
  if (const auto* real = value.get_if<double>()) return *real;
  wrong_type(name, value, "a number");
}

double document::finite_number(const char* name) const {
  const double value = number(name);
  if (!std::isfinite(value)) wrong(name, text("is ", value, "; expected a finite number"));
  return value;
}

std::vector<double> document::numbers(const char* name) const {
  return taken<double>(at(name).copy(), name);
}

std::vector<double> document::finite_numbers(const char* name) const {
  return taken_finite(at(name).copy(), name);
}

std::vector<std::int64_t> document::integers(const char* name, std::int64_t minimum,
                                             std::int64_t maximum) const {
  return taken_integers<std::int64_t>(at(name).copy(), name, minimum, maximum);
}

std::vector<std::string> document::strings(const char* name) const {
  std::vector<std::string> result;
  for (const document& value : array(name)) {
    const auto* element = value.get_if<std::string>();
    if (element == nullptr) wrong(name, text("holds ", type_of(value), "; expected texts"));
    result.push_back(*element);
  }
  return result;
}

std::vector<double> document::take_finite_numbers(const char* name) {
  return taken_finite(std::exchange(at(name), {}), name);
}

document::real_list document::take_finite_reals(const char* name) {
  document list = std::exchange(at(name), {});
  if (auto* floats = list.get_if<std::vector<float>>()) {
    check_finite(*floats, name);
    return std::move(*floats);
  }
  std::vector<double> numbers = taken_finite(std::move(list), name);
  if (!std::all_of(numbers.begin(), numbers.end(), is_float)) return numbers;
  std::vector<float> floats;
  floats.reserve(numbers.size());
  for (const double number : numbers) floats.push_back(static_cast<float>(number));
  return floats;
}

template <class Integer>
std::vector<Integer> document::take_integers(const char* name, std::int64_t minimum,
                                             std::int64_t maximum) {
  return taken_integers<Integer>(std::exchange(at(name), {}), name, minimum, maximum);
}
template std::vector<std::int32_t> document::take_integers(const char*, std::int64_t, std::int64_t);
template std::vector<std::int64_t> document::take_integers(const char*, std::int64_t, std::int64_t);

}  // namespace coppice
