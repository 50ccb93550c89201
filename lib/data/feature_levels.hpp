// Which features are categorical, and what their levels are called. A categorical feature holds one
// of L levels a row: its value is the level's code, 0 .. L - 1, or NaN where it is missing. The
// order of the codes means nothing. All other features are numbers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "data/name_list.hpp"

namespace coppice {

/// The most levels of a feature: floats hold all their codes.
constexpr std::int64_t most_levels = std::int64_t{1} << 24;

/// Copies share the names, which never change.
class feature_levels {
 public:
  [[nodiscard]] bool empty() const noexcept { return names_.empty(); }
  /// How many features are categorical.
  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(names_.size());
  }

  /// The names of a feature's levels, by code; null where the feature is numbers.
  [[nodiscard]] const name_list* find(std::int64_t feature) const {
    const auto found = names_.find(feature);
    return found == names_.end() ? nullptr : found->second.get();
  }

  /// How many levels a feature has; 0 where it is numbers.
  [[nodiscard]] std::int64_t count(std::int64_t feature) const {
    const name_list* const names = find(feature);
    return names == nullptr ? 0 : names->size();
  }

  /// Makes a feature categorical, with these levels instead of others. Throws COPPICE_INVALID_DATA
  /// unless they are 1 to `most_levels`.
  void set(std::int64_t feature, name_list names);

  /// The categorical features with the names of their levels, ascending: for (const auto& [feature,
  /// names] : levels).
  [[nodiscard]] auto begin() const noexcept { return names_.begin(); }
  [[nodiscard]] auto end() const noexcept { return names_.end(); }

 private:
  std::map<std::int64_t, std::shared_ptr<const name_list>> names_;
};

}  // namespace coppice
