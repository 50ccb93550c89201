// A grid: options and the values to try of each. Its points are all combinations, the value of the
// last option varying fastest. The option that the method follows as a path makes no points: its
// values are looked at on the way of each point's fit (option_path.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/document.hpp"
#include "methods/training.hpp"

namespace coppice {

/// Points that differ in one option only, by its ascending values; one point and no value where the
/// grid does not have the option.
struct point_group {
  std::vector<std::int64_t> points;
  std::vector<double> values;
};

class option_grid {
 public:
  /// Values separated by commas, each checked against the options of the method, else those of the
  /// pool; they come last, and replace earlier ones. "" takes the option out of the grid.
  void set(const solver_settings& settings, std::string_view name, std::string_view values);

  [[nodiscard]] std::int64_t points() const;

  /// All points, in groups that differ in the option of this name; null for none.
  [[nodiscard]] std::vector<point_group> groups(const char* option) const;

  /// A point's options by name, as an object.
  [[nodiscard]] document describe(std::int64_t point) const;

  /// Sets the options to a point's values; throws where the settings do not know them.
  void apply(std::int64_t point, solver_settings& settings) const;

  /// The values of the method's path to look at, ascending; empty where the grid does not say.
  [[nodiscard]] std::vector<double> path_values() const;

 private:
  struct axis {
    std::string name;
    bool is_path;
    std::vector<option_values::value> values;
  };
  /// What a point has of every option that makes points, in the order in which they were set.
  [[nodiscard]] std::vector<const option_values::value*> values_at(std::int64_t point) const;

  std::vector<axis> axes_;
};

}  // namespace coppice
