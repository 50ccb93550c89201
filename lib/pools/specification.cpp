#include "pools/specification.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "pools/custom.hpp"
#include "pools/registry.hpp"

namespace coppice {
namespace {

void parse_options(std::string_view member, std::string_view settings, option_values& to) {
  std::vector<std::string_view> given;
  while (true) {
    const std::size_t comma = settings.find(',');
    const std::string_view setting = settings.substr(0, comma);
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos)
      fail(COPPICE_INVALID_ARGUMENT, "the pool is ", in_quotes(member), " with the option ",
           in_quotes(setting), "; expected kind:name=value,name=value");
    const std::string_view name = setting.substr(0, equals);
    to.set_text(name, setting.substr(equals + 1));
    if (std::find(given.begin(), given.end(), name) != given.end())
      fail(COPPICE_INVALID_ARGUMENT, "the pool is ", in_quotes(member), " with the option ", name,
           " twice; expected one value");
    given.push_back(name);
    if (comma == std::string_view::npos) return;
    settings.remove_prefix(comma + 1);
  }
}

pool_specification parse_member(std::string_view text) {
  const std::size_t at = text.find('@');
  const std::string_view described = text.substr(0, at);
  const std::size_t colon = described.find(':');
  const pool_kind& kind = find_pool_kind(described.substr(0, colon));
  pool_specification result{
      &kind, option_values(kind.options, coppice::text("pool ", kind.name)), "", {}, nullptr};
  if (colon != std::string_view::npos)
    parse_options(described, described.substr(colon + 1), result.options);
  if (at == std::string_view::npos) return result;
  result.view = text.substr(at + 1);
  if (result.view.empty() || is_union(kind))
    fail(COPPICE_INVALID_ARGUMENT, "the pool is ", in_quotes(text),
         "; expected the name of a view after '@', and before it a pool that is not a union");
  return result;
}

}  // namespace

pool_specification parse_pool(std::string_view text) {
  if (text.find(';') == std::string_view::npos) return parse_member(text);
  pool_specification result = parse_member("union");
  while (true) {
    const std::size_t end = text.find(';');
    add_member(result, parse_member(text.substr(0, end)), "");
    if (end == std::string_view::npos) return result;
    text.remove_prefix(end + 1);
  }
}

std::string text_of(const pool_specification& pool) {
  std::string result;
  if (is_union(*pool.kind)) {
    for (const pool_specification& member : pool.members)
      result += text(result.empty() ? "" : ";", text_of(member));
    return result;
  }
  if (pool.custom) result = text(" ", pool.custom->name);
  const option_values defaults(pool.kind->options, "");
  for (std::size_t k = 0; k < defaults.all().size(); ++k) {
    const option_values::value& value = pool.options.all()[k];
    if (value.text == defaults.all()[k].text) continue;
    result += text(result.empty() ? ":" : ",", value.declared->name, "=", value.text);
  }
  return text(pool.kind->name, result, pool.view.empty() ? "" : "@", pool.view);
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
  std::vector<pool_specification> added = member.members;
  if (!is_union(*member.kind)) added = {member};
  if (added.empty())
    fail(COPPICE_INVALID_ARGUMENT, "member is a union without members; expected a pool to add");
  for (pool_specification& one : added) {
    if (view.empty()) continue;
    if (!one.view.empty())
      fail(COPPICE_INVALID_ARGUMENT, "view is ", in_quotes(view), ", but the member ",
           in_quotes(text_of(one)), " has a view already; expected NULL");
    one.view = view;
  }
  std::vector<pool_specification> all = to.members;
  all.insert(all.end(), added.begin(), added.end());
  to.members = std::move(all);
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

void set_option(pool_specification& pool, std::string_view name,
                const std::function<void(option_values&)>& set) {
  if (!is_union(*pool.kind)) return set(pool.options);
  std::vector<pool_specification> changed = pool.members;
  bool known = false;
  std::vector<std::string_view> names;
  for (pool_specification& member : changed) {
    for (const std::string_view own : member.options.names())
      if (std::find(names.begin(), names.end(), own) == names.end()) names.push_back(own);
    if (!member.options.has(name)) continue;
    set(member.options);
    known = true;
  }
  if (!known)
    fail(COPPICE_UNKNOWN_NAME, "no member of the union has an option ", in_quotes(name),
         names.empty() ? "" : suggestion(name, names));
  pool.members = std::move(changed);
}

}  // namespace coppice
