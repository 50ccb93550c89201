// What the columns of a CSV table are: the label, categories, and features that its cells tell
// apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/feature_levels.hpp"
#include "data/name_list.hpp"

namespace coppice {

enum class csv_role { label, category };

/// Which columns have which role; all others are features.
class csv_columns {
 public:
  /// Gives a column, by name or by number from 1, its role by name: "label" or "category". Throws
  /// COPPICE_UNKNOWN_NAME, and COPPICE_INVALID_ARGUMENT for a second label.
  void set(std::string_view column, std::string_view role);

  /// Features are categories and numbers as in another table, found by name where both have names,
  /// else by position.
  void match(std::int64_t features, name_list names, feature_levels levels);

  struct chosen_column {
    std::string column;
    csv_role role;
  };
  [[nodiscard]] const std::vector<chosen_column>& chosen() const noexcept { return chosen_; }

  enum class feature_kind { any, numbers, category };
  /// What a feature must be on account of the other table. `name` is "" where there is no header.
  [[nodiscard]] feature_kind kind_of(std::int64_t feature, std::string_view name) const;

 private:
  std::vector<chosen_column> chosen_;
  std::int64_t features_ = 0;  // of the other table; 0 without
  name_list names_;
  feature_levels levels_;
};

/// How a role stands in a message: "the label", "a category".
const char* text_of(csv_role role);

}  // namespace coppice
