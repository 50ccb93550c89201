#include "methods/grid.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "core/error.hpp"
#include "core/expression.hpp"

namespace coppice {
namespace {

void check_name(const solver_settings& settings, std::string_view name) {
  const method& of = *settings.training_method;
  const bool draws = of.takes == building_blocks::pools;
  if (settings.options.has(name) || (draws && has_option(settings.pool, name))) return;
  fail(COPPICE_UNKNOWN_NAME, draws ? "neither method " : "method ", of.name,
       draws ? " nor its pool has an option " : " has no option ", in_quotes(name),
       suggestion(name, settings.options.names()));
}

/// Sets an option of the method, else of the pool, and gives its value as it was taken.
option_values::value set_option(solver_settings& settings, std::string_view name,
                                std::string_view value) {
  check_name(settings, name);
  option_values::value taken{};
  const auto set = [&](option_values& options) {
    options.set_text(name, value);
    for (const option_values::value& one : options.all())
      if (one.declared->name == name) taken = one;
  };
  if (settings.options.has(name))
    set(settings.options);
  else
    set_option(settings.pool, name, set);
  return taken;
}

}  // namespace

void option_grid::set(const solver_settings& settings, std::string_view name,
                      std::string_view values) {
  const auto has_name = [name](const axis& of) { return of.name == name; };
  const bool taken_out = values.empty() && std::any_of(axes_.begin(), axes_.end(), has_name);
  if (!taken_out) check_name(settings, name);  // the pool that had the option may be gone
  if (!values.empty() && (name == "criterion" || name == "select"))
    fail(COPPICE_INVALID_OPTION, "option ", name,
         " cannot be in the grid: it says how the grid's points are compared; set it instead");
  const char* path = settings.training_method->path.option;
  solver_settings trial = settings;
  axis added{std::string(name), path != nullptr && name == path, {}};
  for (const std::string_view value : split_values(values))
    added.values.push_back(set_option(trial, name, value));
  std::vector<axis> axes;
  for (const axis& old : axes_)
    if (!has_name(old)) axes.push_back(old);
  if (!added.values.empty()) axes.push_back(std::move(added));
  axes_ = std::move(axes);
}

std::int64_t option_grid::points() const {
  constexpr std::int64_t most = std::int64_t{1} << 31;
  std::int64_t points = 1;
  for (const axis& of : axes_) {
    if (of.is_path) continue;
    points *= static_cast<std::int64_t>(of.values.size());
    if (points > most)
      fail(COPPICE_INVALID_STATE, "the grid has more than 2^31 points; expected fewer values");
  }
  return points;
}

std::vector<const option_values::value*> option_grid::values_at(std::int64_t point) const {
  std::vector<const option_values::value*> values;
  for (auto of = axes_.rbegin(); of != axes_.rend(); ++of) {
    if (of->is_path) continue;
    const auto size = static_cast<std::int64_t>(of->values.size());
    values.push_back(&of->values[point % size]);
    point /= size;
  }
  std::reverse(values.begin(), values.end());
  return values;
}

std::vector<point_group> option_grid::groups(const char* option) const {
  std::vector<point_group> all;
  std::map<std::string, std::size_t> group_of;  // by the other options' values
  for (std::int64_t point = 0; point < points(); ++point) {
    std::string others;
    std::optional<double> own;
    for (const option_values::value* value : values_at(point)) {
      if (option != nullptr && value->declared->name == std::string_view(option))
        own = value->number;
      else
        others += text(value->text.size(), " ", value->text);
    }
    const auto [found, is_new] = group_of.emplace(others, all.size());
    if (is_new) all.emplace_back();
    point_group& group = all[found->second];
    const auto place = own ? std::upper_bound(group.values.begin(), group.values.end(), *own) -
                                 group.values.begin()
                           : std::ptrdiff_t{0};
    group.points.insert(group.points.begin() + place, point);
    if (own) group.values.insert(group.values.begin() + place, *own);
  }
  return all;
}

document option_grid::describe(std::int64_t point) const {
  document options = document::object_type();
  for (const option_values::value* value : values_at(point))
    options.add(value->declared->name, document_of(*value));
  return options;
}

void option_grid::apply(std::int64_t point, solver_settings& settings) const {
  for (const option_values::value* value : values_at(point))
    set_option(settings, value->declared->name, value->text);
}

std::vector<double> option_grid::path_values() const {
  std::vector<double> values;
  for (const axis& of : axes_)
    if (of.is_path)
      for (const option_values::value& value : of.values) values.push_back(value.number);
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace coppice
