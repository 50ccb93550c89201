// A grid: options and the values to try of each. Its points are all combinations, the value of the
// last option varying fastest. `learners` makes no points: one fit gives every smaller number of
// learners too, so its values say which numbers to look at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "methods/training.hpp"

namespace coppice {

class option_grid {
 public:
  /// Values separated by commas, each checked against the options of the method, else those of the
  /// pool; they come last, and replace earlier ones. "" takes the option out of the grid.
  void set(const solver_settings& settings, std::string_view name, std::string_view values);

  [[nodiscard]] std::int64_t points() const;

  /// Sets the options to a point's values; throws where the settings do not know them.
  void apply(std::int64_t point, solver_settings& settings) const;

  /// The numbers of learners to look at, ascending; empty for every number from 1.
  [[nodiscard]] const std::vector<std::int64_t>& learners() const noexcept { return learners_; }

 private:
  struct axis {
    std::string name;
    std::vector<std::string> values;
  };
  std::vector<axis> axes_;
  std::vector<std::int64_t> learners_;
};

}  // namespace coppice
