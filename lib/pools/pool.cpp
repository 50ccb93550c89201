#include "pools/pool.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "pools/registry.hpp"

namespace coppice {
namespace {

/// "pool stump can", "pools a, b can".
std::string those_that_take_missing() {
  std::vector<std::string_view> names;
  for (const pool_kind* kind : pool_kinds())
    if (kind->takes_missing && !is_union(*kind)) names.emplace_back(kind->name);
  return text(names.size() == 1 ? "pool " : "pools ", listed(names), " can");
}

void add_needed(const dataset& examples, const pool_specification& wanted, needed_features& to) {
  for (const pool_specification& member : wanted.members) add_needed(examples, member, to);
  if (wanted.kind->takes_missing) return;
  to.by.resize(static_cast<std::size_t>(examples.features()), nullptr);
  if (wanted.view.empty()) return std::fill(to.by.begin(), to.by.end(), wanted.kind->name);
  for (const std::int64_t feature : *examples.view(wanted.view)) to.by[feature] = wanted.kind->name;
}

}  // namespace

needed_features features_needed(const dataset& examples, const pool_specification& wanted) {
  needed_features needed{{}, "pool ", those_that_take_missing()};
  add_needed(examples, wanted, needed);
  return needed;
}

std::unique_ptr<pool> create_pool(const dataset& examples, pool_specification& wanted,
                                  thread_team& team, progress& report, std::uint64_t seed) {
  return wanted.kind->create({examples, wanted, team, report, seed,
                              wanted.view.empty() ? nullptr : examples.view(wanted.view)});
}

}  // namespace coppice
