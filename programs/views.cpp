#include "views.hpp"

#include <algorithm>
#include <numeric>

#include "input.hpp"
#include "text.hpp"

namespace program {
namespace {

void add_view(const dataset& to, const std::string& name, std::int64_t first, std::int64_t last,
              const std::string& place) {
  std::vector<std::int64_t> features(static_cast<std::size_t>(last - first + 1));
  std::iota(features.begin(), features.end(), first);
  check(coppice_dataset_add_view(to.get(), name.c_str(), features.data(), last - first + 1), place);
}

}  // namespace

void add_views(const dataset& to, const std::vector<std::string>& views,
               const std::string& view_size) {
  const auto features = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_features(to.get(), out); });
  for (const std::string& view : views) {
    const std::size_t equals = view.rfind('=');
    const std::size_t hyphen = view.find('-', equals == std::string::npos ? 0 : equals);
    std::int64_t first = 0;
    std::int64_t last = 0;
    if (equals == std::string::npos || hyphen == std::string::npos || equals == 0 ||
        !parse_whole(view.substr(equals + 1, hyphen - equals - 1), first) ||
        !parse_whole(view.substr(hyphen + 1), last) || first < 1 || last < first || last > features)
      throw user_error("--view " + view + ": expected NAME=FIRST-LAST, columns from 1 to " +
                       std::to_string(features));
    add_view(to, view.substr(0, equals), first - 1, last - 1, "--view " + view);
  }
  if (view_size.empty()) return;
  const std::int64_t size = whole_number("--view-size", view_size, 1);
  for (std::int64_t k = 0; k * size < features; ++k)
    add_view(to, std::to_string(k + 1), k * size, std::min(features, (k + 1) * size) - 1,
             "--view-size");
}

}  // namespace program
