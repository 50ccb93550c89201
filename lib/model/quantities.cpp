#include "model/quantities.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"

namespace coppice {
namespace {

/// By coppice_quantity_type, from 1.
constexpr std::array<const char*, 5> type_names = {"", "int", "double", "string", "array"};
constexpr std::array<const char*, 5> with_article = {"", "an int", "a double", "a string",
                                                     "an array"};

}  // namespace

std::vector<std::string_view> quantity_list::names(coppice_quantity_type type) const {
  std::vector<std::string_view> names;
  for (const quantity& one : quantities_)
    if (one.type() == type) names.emplace_back(one.name);
  return names;
}

bool quantity_list::are_distinct() const {
  std::vector<std::string_view> names;
  names.reserve(quantities_.size());
  for (const quantity& one : quantities_) names.emplace_back(one.name);
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) == names.end();
}

template <class Value>
Value quantity_list::get(std::string_view name, coppice_quantity_type type) const {
  for (const quantity& one : quantities_)
    if (one.name == name)
      if (const auto* compute = std::get_if<computation<Value>>(&one.compute)) return (*compute)();
  fail_unknown(name, type);
}

std::int64_t quantity_list::integer(std::string_view name) const {
  return get<std::int64_t>(name, COPPICE_INT);
}
double quantity_list::real(std::string_view name) const {
  return get<double>(name, COPPICE_DOUBLE);
}
std::string quantity_list::text(std::string_view name) const {
  return get<std::string>(name, COPPICE_STRING);
}
std::vector<double> quantity_list::array(std::string_view name) const {
  return get<std::vector<double>>(name, COPPICE_ARRAY);
}

void quantity_list::fail_unknown(std::string_view name, coppice_quantity_type type) const {
  for (const quantity& one : quantities_)
    if (one.name == name)
      fail(COPPICE_UNKNOWN_NAME, in_quotes(name), " is ", with_article[one.type()],
           "; use coppice_model_get_", type_names[one.type()]);
  const std::vector<std::string_view> known = names(type);
  const std::string_view meant = nearest(name, known);
  std::string all;
  for (const std::string_view one : known)
    all += coppice::text(all.empty() ? "" : ", ", printable(one, 60));
  fail(COPPICE_UNKNOWN_NAME, "the model has no ", type_names[type], " ", in_quotes(name),
       meant.empty() ? "" : coppice::text("; did you mean ", in_quotes(meant), "?"),
       "; expected one of: ", all);
}

}  // namespace coppice
