#include "pools/pool.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/text.hpp"
#include "pools/registry.hpp"

namespace coppice {
namespace {

/// "pool stump can", "pools a, b can".
std::string those_that_take(bool pool_kind::*takes) {
  std::vector<std::string_view> names;
  for (const pool_kind* kind : pool_kinds())
    if (kind->*takes && kind->looks_at_features && !is_union(*kind)) names.emplace_back(kind->name);
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
  needed_features needed{{}, "pool ", those_that_take(&pool_kind::takes_missing)};
  add_needed(examples, wanted, needed);
  return needed;
}

void check_categories(const dataset& examples, const pool_specification& wanted) {
  for (const pool_specification& member : wanted.members) check_categories(examples, member);
  if (wanted.kind->takes_categories) return;
  const auto look_at = [&](std::int64_t feature) {
    if (examples.levels().count(feature) > 0)
      refuse_category(examples, feature, text("pool ", wanted.kind->name),
                      those_that_take(&pool_kind::takes_categories));
  };
  if (!wanted.view.empty())
    for (const std::int64_t feature : *examples.view(wanted.view)) look_at(feature);
  else
    for (const auto& [feature, names] : examples.levels()) look_at(feature);
}

pool_specification over_views(const pool_specification& wanted, const dataset& examples) {
  std::vector<std::string> views = examples.view_names();
  if (views.empty()) views.emplace_back();
  pool_specification all = is_union(*wanted.kind) ? wanted : parse_pool("union");
  all.members.clear();
  const auto add = [&](const pool_specification& member) {
    const bool is_restricted = member.view != dataset::every_view;
    for (const std::string& view : is_restricted ? std::vector{member.view} : views) {
      all.members.push_back(member);
      all.members.back().view = view;
    }
  };
  if (!is_union(*wanted.kind)) {
    add(wanted);
    return all.members.size() == 1 ? all.members.front() : all;
  }
  for (const pool_specification& member : wanted.members) add(member);
  return all;
}

void refuse_category(const dataset& examples, std::int64_t feature, std::string_view what,
                     std::string_view remedy) {
  fail(COPPICE_INVALID_DATA, examples.place_of_feature(feature), " is a category; ", what,
       " cannot take categories; ", remedy);
}

std::unique_ptr<pool> create_pool(const dataset& examples, pool_specification& wanted,
                                  thread_team& team, progress& report, std::uint64_t seed) {
  return wanted.kind->create({examples, wanted, team, report, seed,
                              wanted.view.empty() ? nullptr : examples.view(wanted.view)});
}

}  // namespace coppice
