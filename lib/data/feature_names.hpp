// The names of features, in the order of the columns: UTF-8, not empty, distinct. Datasets and
// models may have none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace coppice {

class feature_names {
 public:
  feature_names() = default;
  /// Throws COPPICE_INVALID_DATA saying which of `names` cannot be.
  explicit feature_names(std::vector<std::string> names);

  [[nodiscard]] bool empty() const noexcept { return names_.empty(); }
  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(names_.size());
  }
  [[nodiscard]] const std::vector<std::string>& all() const noexcept { return names_; }
  /// The feature's name, "" where there are none.
  [[nodiscard]] std::string_view of(std::int64_t feature) const {
    return empty() ? std::string_view() : names_[feature];
  }

  /// The feature of that name; -1 where there is none.
  [[nodiscard]] std::int64_t find(std::string_view name) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::int64_t> sorted_;  // the features in the order of their names
};

/// Whether a text may be a name: UTF-8, and no NUL, at which C would end it.
bool is_name(std::string_view text);

/// The indices of `names` in the order of the names, those of equal names ascending.
std::vector<std::int64_t> sorted_by_name(const std::vector<std::string>& names);

}  // namespace coppice
