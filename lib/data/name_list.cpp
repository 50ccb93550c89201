#include "data/name_list.hpp"

#include <algorithm>
#include <numeric>

#include "core/error.hpp"

namespace coppice {

namespace {

std::vector<std::string> copied(const char* const* names, std::int64_t length,
                                const char* argument) {
  std::vector<std::string> all;
  all.reserve(static_cast<std::size_t>(length));
  for (std::int64_t k = 0; k < length; ++k) {
    if (names[k] == nullptr)
      fail(COPPICE_INVALID_DATA, argument, "[", k, "] is NULL; expected a name");
    all.emplace_back(names[k]);
  }
  return all;
}

}  // namespace

bool is_name(std::string_view text) {
  return !text.empty() && text.find('\0') == std::string_view::npos && is_utf8(text);
}

std::vector<std::int64_t> sorted_by_name(const std::vector<std::string>& names) {
  std::vector<std::int64_t> order(names.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    const int difference = names[a].compare(names[b]);
    return difference != 0 ? difference < 0 : a < b;
  });
  return order;
}

name_list::name_list(std::vector<std::string> names, const char* argument)
    : names_(std::move(names)) {
  for (std::size_t k = 0; k < names_.size(); ++k)
    if (!is_name(names_[k]))
      fail(COPPICE_INVALID_DATA, argument, "[", k, "] is ", in_quotes(names_[k]), "; expected ",
           names_[k].empty() ? "a name" : "UTF-8 without NUL");
  sorted_ = sorted_by_name(names_);
  for (std::size_t k = 1; k < sorted_.size(); ++k)
    if (names_[sorted_[k - 1]] == names_[sorted_[k]])
      fail(COPPICE_INVALID_DATA, argument, "[", sorted_[k], "] is ", in_quotes(names_[sorted_[k]]),
           ", as ", argument, "[", sorted_[k - 1], "] is; expected distinct names");
}

name_list::name_list(const char* const* names, std::int64_t length, const char* argument)
    : name_list(copied(names, length, argument), argument) {}

std::int64_t name_list::find(std::string_view name) const {
  const auto found =
      std::lower_bound(sorted_.begin(), sorted_.end(), name,
                       [&](std::int64_t k, std::string_view sought) { return names_[k] < sought; });
  return found != sorted_.end() && names_[*found] == name ? *found : -1;
}

}  // namespace coppice
