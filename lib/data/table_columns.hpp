// What the columns of the table were that a dataset was read from. Datasets keep it, and their
// models, so that other tables are read alike.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace coppice {

struct table_columns {
  /// A column with a role: its number from 1, and its name where the table has a header.
  struct place {
    std::int64_t number = 0;  // 0: there is none
    std::string name;
    [[nodiscard]] bool exists() const noexcept { return number > 0; }
    /// As it is called in csv_columns::set: by name, else by number; "" where there is none.
    [[nodiscard]] std::string text() const {
      if (!exists()) return "";
      return name.empty() ? std::to_string(number) : name;
    }
  };

  std::int64_t width = 0;            // of the table; 0 where there was none
  std::vector<std::int64_t> others;  // the columns that are not features, from 1, ascending
  place label;
  place id;
  place weight;

  /// The column of a feature, from 1; 0 where there was no table.
  [[nodiscard]] std::int64_t of_feature(std::int64_t feature) const {
    if (width == 0) return 0;
    // Before others[k] stand others[k] - 1 - k features.
    std::int64_t before = 0;
    auto behind = static_cast<std::int64_t>(others.size());
    while (before < behind) {
      const std::int64_t k = (before + behind) / 2;
      if (others[k] - 1 - k > feature)
        behind = k;
      else
        before = k + 1;
    }
    return feature + 1 + before;
  }
};

}  // namespace coppice
