// Reading the catalogue through the public interface.
#include "catalogue.hpp"

#include <cstdint>

#include "handles.hpp"
#include "text.hpp"

namespace program {
namespace {

std::int64_t option_count(coppice_catalogue catalogue, const std::string& name) {
  return get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_option_count(catalogue, name.c_str(), out); });
}

std::string attribute(coppice_catalogue catalogue, const std::string& name, std::int64_t index,
                      const char* which) {
  return get_value<const char*>([&](const char** out) {
    return coppice_option_attribute(catalogue, name.c_str(), index, which, out);
  });
}

}  // namespace

std::vector<catalogue_entry> entries_of(coppice_catalogue catalogue) {
  std::vector<catalogue_entry> entries;
  const auto size = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_catalogue_size(catalogue, out); });
  for (std::int64_t k = 0; k < size; ++k) {
    catalogue_entry entry;
    const auto of_entry = [&](const char* which) {
      return get_value<const char*>(
          [&](const char** out) { return coppice_catalogue_attribute(catalogue, k, which, out); });
    };
    entry.name = of_entry("name");
    entry.help = of_entry("help");
    entry.tasks = split(of_entry("tasks"), '|');
    entry.takes = of_entry("takes");
    entry.pool = of_entry("pool");
    entry.missing = of_entry("missing");
    entry.categories = of_entry("categories");
    entry.better = of_entry("better");
    const std::int64_t count = option_count(catalogue, entry.name);
    for (std::int64_t j = 0; j < count; ++j) {
      const auto get = [&](const char* which) {
        return attribute(catalogue, entry.name, j, which);
      };
      entry.options.push_back({get("name"), get("type"), get("default"), get("range"),
                               split(get("choices"), '|'), get("help")});
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::vector<std::string> names_of(const std::vector<catalogue_entry>& entries) {
  std::vector<std::string> names;
  names.reserve(entries.size());
  for (const catalogue_entry& entry : entries) names.push_back(entry.name);
  return names;
}

std::string default_pool(const std::string& method) {
  for (const catalogue_entry& entry : entries_of(COPPICE_METHODS))
    if (entry.name == method) return entry.pool;
  return "";
}

std::vector<std::string> option_names(coppice_catalogue catalogue, const std::string& name) {
  std::vector<std::string> names;
  const std::int64_t count = option_count(catalogue, name);
  names.reserve(static_cast<std::size_t>(count));
  for (std::int64_t j = 0; j < count; ++j) names.push_back(attribute(catalogue, name, j, "name"));
  return names;
}

}  // namespace program
