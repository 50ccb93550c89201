// A list of names, as of features or of the levels of one: UTF-8, not empty, distinct, each found
// by its name. An empty list stands for names that were not given.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace coppice {

class name_list {
 public:
  name_list() = default;
  /// Throws COPPICE_INVALID_DATA saying which of `names` cannot be; the message calls the list
  /// `argument`.
  explicit name_list(std::vector<std::string> names, const char* argument = "names");
  /// The same from C strings, of which none may be NULL.
  name_list(const char* const* names, std::int64_t length, const char* argument);

  [[nodiscard]] bool empty() const noexcept { return names_.empty(); }
  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(names_.size());
  }
  [[nodiscard]] const std::vector<std::string>& all() const noexcept { return names_; }
  /// The name at a place; "" in an empty list.
  [[nodiscard]] std::string_view of(std::int64_t index) const {
    return empty() ? std::string_view() : names_[index];
  }

  /// The place of that name; -1 where it is not there.
  [[nodiscard]] std::int64_t find(std::string_view name) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::int64_t> sorted_;  // the places in the order of their names
};

/// Whether a text may be a name: UTF-8, and no NUL, at which C would end it.
bool is_name(std::string_view text);

/// The indices of `names` in the order of the names, those of equal names ascending.
std::vector<std::int64_t> sorted_by_name(const std::vector<std::string>& names);

}  // namespace coppice
