#include "data/csv_columns.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"

namespace coppice {
namespace {

struct role_name {
  const char* name;
  const char* text;
  bool of_one;  // column at most
};

constexpr std::array<role_name, 5> roles = {{{"label", "the label", true},
                                             {"category", "a category", false},
                                             {"ignore", "a column to ignore", false},
                                             {"id", "the id", true},
                                             {"weight", "the weight", true}}};  // as in csv_role

csv_role role_of(std::string_view name) {
  std::array<std::string_view, roles.size()> names;
  for (std::size_t k = 0; k < roles.size(); ++k) {
    names[k] = roles[k].name;
    if (names[k] == name) return static_cast<csv_role>(k);
  }
  fail(COPPICE_UNKNOWN_NAME, "there is no role ", in_quotes(name), suggestion(name, names));
}

bool is_of_one(csv_role role) {
  return roles[static_cast<std::size_t>(role)].of_one;
}

}  // namespace

const char* text_of(csv_role role) {
  return roles[static_cast<std::size_t>(role)].text;
}

void csv_columns::set(std::string_view column, std::string_view role) {
  if (column.empty())
    fail(COPPICE_INVALID_ARGUMENT, "column is \"\"; expected a name, or a number from 1");
  const csv_role wanted = role_of(role);
  for (const chosen_column& known : chosen_) {
    if (known.column == column && known.role == wanted) return;
    if (known.column == column)
      fail(COPPICE_INVALID_ARGUMENT, "column ", in_quotes(column), " is ", text_of(known.role),
           " already; expected one role a column");
    if (known.role == wanted && is_of_one(wanted))
      fail(COPPICE_INVALID_ARGUMENT, "column ", in_quotes(known.column), " is ", text_of(wanted),
           " already; expected one column of this role");
  }
  chosen_.push_back({std::string(column), wanted});
}

void csv_columns::set_none(std::string_view role) {
  const csv_role wanted = role_of(role);
  for (const chosen_column& known : chosen_)
    if (known.role == wanted)
      fail(COPPICE_INVALID_ARGUMENT, "column ", in_quotes(known.column), " is ", text_of(wanted),
           " already; expected no column of this role before");
  nobody_.push_back(wanted);
}

void csv_columns::match(csv_reference other) {
  other_ = std::move(other);
  matched_ = true;
}

bool csv_columns::decided(csv_role role) const {
  return std::find(nobody_.begin(), nobody_.end(), role) != nobody_.end() ||
         std::any_of(chosen_.begin(), chosen_.end(),
                     [&](const chosen_column& known) { return known.role == role; });
}

csv_columns::feature_kind csv_columns::kind_of(std::int64_t feature, std::string_view name) const {
  if (!other_.names.empty() && !name.empty()) feature = other_.names.find(name);
  if (feature < 0 || feature >= other_.features) return feature_kind::any;
  return other_.levels.find(feature) != nullptr ? feature_kind::category : feature_kind::numbers;
}

}  // namespace coppice
