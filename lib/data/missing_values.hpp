// Missing values: NaN in memory. What cannot do without the value of a feature says so, and rows
// that lack one are refused.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/progress.hpp"
#include "data/dataset.hpp"

namespace coppice {

/// The features whose values may not be missing, and on whose account.
struct needed_features {
  /// For each feature, the name of what looks at it and cannot take missing values; null where the
  /// value may be missing. Empty where every value may be.
  std::vector<const char*> by;
  const char* what = "";  // it is: "pool "
  std::string remedy;     // what can take them: "pool stump can"

  /// Throws COPPICE_INVALID_DATA: "x[row 3, feature 5] is nan; pool fourier cannot take missing
  /// values; pool stump can", where `place` is x[row 3, feature 5].
  [[noreturn]] void refuse(const std::string& place, std::int64_t feature) const;
};

/// Refuses the first row that counts(row) and lacks the value of a needed feature. Polls `report`,
/// where one is given.
template <class Counts>
void check_present(const char* argument, const dataset& examples, const needed_features& needed,
                   const progress* report, const Counts& counts) {
  if (needed.by.empty() || !examples.values().may_have_missing()) return;
  for (std::int64_t i = 0; i < examples.rows(); ++i) {
    if (report != nullptr) report->poll();
    if (!counts(i)) continue;
    const std::int64_t d = examples.values().first_missing(
        i, [&](std::int64_t feature) { return needed.by[feature] != nullptr; });
    if (d >= 0) needed.refuse(examples.place_of(argument, i, d), d);
  }
}

/// The same of a matrix without names, of which every row counts.
void check_present(const char* argument, const strided_matrix<double>& x,
                   const needed_features& needed);

}  // namespace coppice
