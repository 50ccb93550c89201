#include "methods/grid.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "core/expression.hpp"

namespace coppice {
namespace {

constexpr std::string_view learners_name = "learners";

void check_name(const solver_settings& settings, std::string_view name) {
  if (settings.options.has(name) || has_option(settings.pool, name)) return;
  fail(COPPICE_UNKNOWN_NAME, "neither method ", settings.training_method->name,
       " nor its pool has an option ", in_quotes(name), suggestion(name, settings.options.names()));
}

void set_option(solver_settings& settings, std::string_view name, std::string_view value) {
  check_name(settings, name);
  if (settings.options.has(name))
    settings.options.set_text(name, value);
  else
    set_option(settings.pool, name, [&](option_values& options) { options.set_text(name, value); });
}

}  // namespace

void option_grid::set(const solver_settings& settings, std::string_view name,
                      std::string_view values) {
  const auto has_name = [name](const axis& of) { return of.name == name; };
  const bool taken_out = values.empty() && std::any_of(axes_.begin(), axes_.end(), has_name);
  if (!taken_out) check_name(settings, name);  // the pool that had the option may be gone
  solver_settings trial = settings;
  axis added{std::string(name), {}};
  std::vector<std::int64_t> learners;
  for (const std::string_view value : split_values(values)) {
    set_option(trial, name, value);
    added.values.emplace_back(value);
    if (name == learners_name) learners.push_back(trial.options.integer(name));
  }
  if (name == learners_name) {
    std::sort(learners.begin(), learners.end());
    learners_ = std::move(learners);
    return;
  }
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
    points *= static_cast<std::int64_t>(of.values.size());
    if (points > most)
      fail(COPPICE_INVALID_STATE, "the grid has more than 2^31 points; expected fewer values");
  }
  return points;
}

void option_grid::apply(std::int64_t point, solver_settings& settings) const {
  for (auto of = axes_.rbegin(); of != axes_.rend(); ++of) {
    const auto size = static_cast<std::int64_t>(of->values.size());
    set_option(settings, of->name, of->values[point % size]);
    point /= size;
  }
}

}  // namespace coppice
