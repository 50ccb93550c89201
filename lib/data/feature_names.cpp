#include "data/feature_names.hpp"

#include <algorithm>
#include <numeric>

#include "core/error.hpp"

namespace coppice {

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

feature_names::feature_names(std::vector<std::string> names) : names_(std::move(names)) {
  for (std::size_t d = 0; d < names_.size(); ++d)
    if (!is_name(names_[d]))
      fail(COPPICE_INVALID_DATA, "names[", d, "] is ", in_quotes(names_[d]), "; expected ",
           names_[d].empty() ? "a name" : "UTF-8 without NUL");
  sorted_ = sorted_by_name(names_);
  for (std::size_t k = 1; k < sorted_.size(); ++k)
    if (names_[sorted_[k - 1]] == names_[sorted_[k]])
      fail(COPPICE_INVALID_DATA, "names[", sorted_[k], "] is ", in_quotes(names_[sorted_[k]]),
           ", as names[", sorted_[k - 1], "] is; expected distinct names");
}

std::int64_t feature_names::find(std::string_view name) const {
  const auto found =
      std::lower_bound(sorted_.begin(), sorted_.end(), name,
                       [&](std::int64_t d, std::string_view sought) { return names_[d] < sought; });
  return found != sorted_.end() && names_[*found] == name ? *found : -1;
}

}  // namespace coppice
