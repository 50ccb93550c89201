#include "pools/specification.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/error.hpp"
#include "core/expression.hpp"
#include "pools/custom.hpp"
#include "pools/registry.hpp"

namespace coppice {
namespace {

pool_specification make_specification(const pool_kind& kind) {
  return {&kind, option_values(kind.options, text("pool ", kind.name)), "", {}, nullptr};
}

/// What a union gets when it is given `added`: the pool itself, or the members of a union.
std::vector<pool_specification> members_of(pool_specification added) {
  if (is_union(*added.kind)) return std::move(added.members);
  std::vector<pool_specification> alone;
  alone.push_back(std::move(added));
  return alone;
}

/// The members, restricted to the view unless it is "".
std::vector<pool_specification> restricted(std::vector<pool_specification> members,
                                           std::string_view view) {
  if (members.empty())
    fail(COPPICE_INVALID_ARGUMENT, "member is a union without members; expected a pool to add");
  for (pool_specification& one : members) {
    if (view.empty()) continue;
    if (!one.view.empty())
      fail(COPPICE_INVALID_ARGUMENT, "view is ", in_quotes(view), ", but the member ",
           in_quotes(text_of(one)), " has a view already; expected one of the two");
    one.view = view;
  }
  return members;
}

void add_all(std::vector<pool_specification>& to, std::vector<pool_specification> added) {
  to.insert(to.end(), std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
}

pool_specification make_pool(const expression& from) {
  pool_specification result = make_specification(find_pool_kind(from.name));
  set_options("pool", from, result.options);
  if (!is_union(*result.kind)) {
    if (!from.members.empty())
      fail(COPPICE_INVALID_ARGUMENT, "pool ", from.name, " has no members; got ",
           in_quotes(text_of(from.members.front())));
    result.view = from.view;
    return result;
  }
  for (const expression& member : from.members)
    add_all(result.members, restricted(members_of(make_pool(member)), ""));
  if (!from.view.empty()) result.members = restricted(std::move(result.members), from.view);
  return result;
}

expression expression_of(const pool_specification& pool) {
  expression result{pool.kind->name, {}, {}, pool.view};
  if (pool.custom) result.options.push_back({"name", pool.custom->name});
  for (expression::option& one : written_options(pool.options))
    result.options.push_back(std::move(one));
  for (const pool_specification& member : pool.members)
    result.members.push_back(expression_of(member));
  return result;
}

/// Of the options of all members, `name` is not one.
[[noreturn]] void fail_unknown(const pool_specification& of, std::string_view name) {
  std::vector<std::string_view> names;
  for (const pool_specification& member : of.members)
    for (const std::string_view own : member.options.names())
      if (std::find(names.begin(), names.end(), own) == names.end()) names.push_back(own);
  fail(COPPICE_UNKNOWN_NAME, "no member of the union has an option ", in_quotes(name),
       names.empty() ? "" : suggestion(name, names));
}

}  // namespace

pool_specification parse_pool(std::string_view text) {
  expression parsed;
  try {
    parsed = parse_expression(text, "union");
  } catch (const error& wrong) {
    fail(wrong.status(), "the pool is ", in_quotes(text), "; ", wrong.what());
  }
  return make_pool(parsed);
}

std::string text_of(const pool_specification& pool) {
  return text_of(expression_of(pool));
}

std::vector<std::string> texts_of_members(const pool_specification& pool) {
  if (!is_union(*pool.kind)) return {text_of(pool)};
  std::vector<std::string> result;
  for (const pool_specification& member : pool.members) result.push_back(text_of(member));
  return result;
}

void add_member(pool_specification& to, const pool_specification& member, std::string_view view) {
  if (!is_union(*to.kind))
    fail(COPPICE_INVALID_ARGUMENT, "pool is of kind ", to.kind->name,
         "; expected a union, to which members can be added");
  add_all(to.members, restricted(members_of(member), view));
}

bool has_option(const pool_specification& pool, std::string_view name) {
  return pool.options.has(name) ||
         std::any_of(pool.members.begin(), pool.members.end(),
                     [&](const pool_specification& member) { return has_option(member, name); });
}

bool calls_back(const pool_specification& pool) {
  return pool.custom != nullptr ||
         std::any_of(pool.members.begin(), pool.members.end(), calls_back);
}

custom_evaluators evaluators_of(const pool_specification& pool) {
  custom_evaluators found;
  if (pool.custom) found.push_back(pool.custom);
  for (const pool_specification& member : pool.members)
    if (member.custom) found.push_back(member.custom);
  return found;
}

const option_values& options_with(const pool_specification& pool, std::string_view name) {
  if (!is_union(*pool.kind)) return pool.options;
  const pool_specification* first = nullptr;
  for (const pool_specification& member : pool.members) {
    if (!member.options.has(name)) continue;
    if (first == nullptr) first = &member;
    const std::string& value = member.options.text(name);
    if (value != first->options.text(name))
      fail(COPPICE_INVALID_OPTION, "option ", name, " is ", first->options.text(name),
           " in the member ", in_quotes(text_of(*first)), " and ", value, " in ",
           in_quotes(text_of(member)), "; expected one value in all members that have it");
  }
  if (first == nullptr) fail_unknown(pool, name);
  return first->options;
}

void set_option(pool_specification& pool, std::string_view name,
                const std::function<void(option_values&)>& set) {
  if (!is_union(*pool.kind)) return set(pool.options);
  if (!has_option(pool, name)) fail_unknown(pool, name);
  std::vector<pool_specification> changed = pool.members;
  for (pool_specification& member : changed)
    if (member.options.has(name)) set(member.options);
  pool.members = std::move(changed);
}

}  // namespace coppice
