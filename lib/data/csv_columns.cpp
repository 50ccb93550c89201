#include "data/csv_columns.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"

namespace coppice {
namespace {

constexpr std::array<std::string_view, 2> roles = {"label", "category"};  // as in csv_role

}  // namespace

const char* text_of(csv_role role) {
  return role == csv_role::label ? "the label" : "a category";
}

void csv_columns::set(std::string_view column, std::string_view role) {
  if (column.empty())
    fail(COPPICE_INVALID_ARGUMENT, "column is \"\"; expected a name, or a number from 1");
  const auto* const found = std::find(roles.begin(), roles.end(), role);
  if (found == roles.end())
    fail(COPPICE_UNKNOWN_NAME, "there is no role ", in_quotes(role), suggestion(role, roles));
  const auto wanted = static_cast<csv_role>(found - roles.begin());
  for (const chosen_column& known : chosen_) {
    if (known.column == column && known.role == wanted) return;
    if (known.column == column)
      fail(COPPICE_INVALID_ARGUMENT, "column ", in_quotes(column), " is ", text_of(known.role),
           " already; expected one role a column");
    if (known.role == csv_role::label && wanted == csv_role::label)
      fail(COPPICE_INVALID_ARGUMENT, "column ", in_quotes(known.column),
           " is the label already; expected one label");
  }
  chosen_.push_back({std::string(column), wanted});
}

void csv_columns::match(std::int64_t features, name_list names, feature_levels levels) {
  features_ = features;
  names_ = std::move(names);
  levels_ = std::move(levels);
}

csv_columns::feature_kind csv_columns::kind_of(std::int64_t feature, std::string_view name) const {
  if (!names_.empty() && !name.empty()) feature = names_.find(name);
  if (feature < 0 || feature >= features_) return feature_kind::any;
  return levels_.find(feature) != nullptr ? feature_kind::category : feature_kind::numbers;
}

}  // namespace coppice
