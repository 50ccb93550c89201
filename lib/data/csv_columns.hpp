// What the columns of a CSV table are: the label, weights, names of rows, categories, columns to be
// ignored, and features that their cells tell apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/feature_levels.hpp"
#include "data/name_list.hpp"
#include "data/table_columns.hpp"

namespace coppice {

enum class csv_role { label, category, ignore, id, weight };

/// Another table that one is read like: its features, and what its columns were.
struct csv_reference {
  std::int64_t features = 0;
  name_list names;
  feature_levels levels;
  table_columns columns;
  bool labels_may_be_missing = false;  // then a table that lacks one has none
};

/// Which columns have which role; all others are features.
class csv_columns {
 public:
  /// Gives a column, by name or by number from 1, its role by name. Throws COPPICE_UNKNOWN_NAME,
  /// and COPPICE_INVALID_ARGUMENT for a second column of a role that one can have, or a second
  /// role.
  void set(std::string_view column, std::string_view role);

  /// No column has the role, whatever the other table has.
  void set_none(std::string_view role);

  /// Features are those of another table, categories and numbers as there, found by name where both
  /// have names, else by position. Label, names of rows and weights are its columns', where this
  /// table has them and nothing else is set.
  void match(csv_reference other);

  struct chosen_column {
    std::string column;
    csv_role role;
  };
  [[nodiscard]] const std::vector<chosen_column>& chosen() const noexcept { return chosen_; }
  /// Null without another table.
  [[nodiscard]] const csv_reference* other() const noexcept { return matched_ ? &other_ : nullptr; }
  /// Whether a column has that role, or none may.
  [[nodiscard]] bool decided(csv_role role) const;

  enum class feature_kind { any, numbers, category };
  /// What a feature must be on account of the other table. `name` is "" where there is no header.
  [[nodiscard]] feature_kind kind_of(std::int64_t feature, std::string_view name) const;

 private:
  std::vector<chosen_column> chosen_;
  std::vector<csv_role> nobody_;  // roles that no column has
  bool matched_ = false;
  csv_reference other_;
};

/// How a role stands in a message: "the label", "a category".
const char* text_of(csv_role role);

}  // namespace coppice
