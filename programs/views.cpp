#include "views.hpp"

#include <algorithm>
#include <numeric>

#include "data_file.hpp"
#include "input.hpp"
#include "text.hpp"

namespace program {
namespace {

/// The features of a dataset by the names and the numbers of their columns.
class named_columns {
 public:
  explicit named_columns(const dataset& of) : names_(feature_names(of)) {
    for (std::int64_t d = 0; d < features_of(of); ++d) {
      const auto column = get_value<std::int64_t>(
          [&](std::int64_t* out) { return coppice_dataset_feature_column(of.get(), d, out); });
      numbers_.push_back(column > 0 ? column : d + 1);  // svmlight text has no other columns
    }
  }

  /// One column, or FIRST-LAST, where the features in between are meant, as features in ascending
  /// order; none where that is not what the text says.
  [[nodiscard]] std::vector<std::int64_t> find(const std::string& text) const {
    if (const std::int64_t number = number_of(text); number > 0) return between(number, number);
    for (std::size_t hyphen = text.find('-'); hyphen != std::string::npos;
         hyphen = text.find('-', hyphen + 1)) {
      const std::int64_t first = number_of(text.substr(0, hyphen));
      const std::int64_t last = number_of(text.substr(hyphen + 1));
      if (first > 0 && last >= first) return between(first, last);
    }
    return {};
  }

  [[nodiscard]] std::int64_t last() const { return numbers_.back(); }

 private:
  /// The number of a column by its name, or as a number; 0 where it is neither.
  [[nodiscard]] std::int64_t number_of(const std::string& text) const {
    const auto named = std::find(names_.begin(), names_.end(), text);
    if (named != names_.end()) return numbers_[named - names_.begin()];
    std::int64_t number = 0;
    return parse_whole(text, number) && number >= 1 && number <= last() ? number : 0;
  }

  [[nodiscard]] std::vector<std::int64_t> between(std::int64_t first, std::int64_t last) const {
    std::vector<std::int64_t> features;
    for (std::size_t d = 0; d < numbers_.size(); ++d)
      if (numbers_[d] >= first && numbers_[d] <= last)
        features.push_back(static_cast<std::int64_t>(d));
    return features;
  }

  std::vector<std::string> names_;     // none where the columns have none
  std::vector<std::int64_t> numbers_;  // from 1, ascending
};

void add_view(const dataset& to, const std::string& name, const std::vector<std::int64_t>& features,
              const std::string& place) {
  check(coppice_dataset_add_view(to.get(), name.c_str(), features.data(),
                                 static_cast<std::int64_t>(features.size())),
        place);
}

void add_named_view(const dataset& to, const std::string& view, const named_columns& columns) {
  const std::string place = "--view " + view;
  const std::size_t equals = view.find('=');
  std::vector<std::int64_t> features;
  if (equals != std::string::npos && equals > 0)
    for (const std::string& part : split(std::string_view(view).substr(equals + 1), ',')) {
      const std::vector<std::int64_t> found = columns.find(part);
      if (found.empty())
        throw user_error(
            place + ": \"" + part +
            "\" is not a feature; expected the name of a column or its number, from 1 to " +
            std::to_string(columns.last()) + ", or FIRST-LAST");
      features.insert(features.end(), found.begin(), found.end());
    }
  if (features.empty())
    throw user_error(place + ": expected NAME=COLUMN,... or NAME=FIRST-LAST, columns by name or " +
                     "by number from 1 to " + std::to_string(columns.last()));
  add_view(to, view.substr(0, equals), features, place);
}

}  // namespace

void add_views(const dataset& to, const std::vector<std::string>& views,
               const std::string& view_size) {
  if (!views.empty()) {
    const named_columns columns(to);
    for (const std::string& view : views) add_named_view(to, view, columns);
  }
  if (view_size.empty()) return;
  const std::int64_t features = features_of(to);
  const std::int64_t size = whole_number("--view-size", view_size, 1);
  for (std::int64_t k = 0; k * size < features; ++k) {
    std::vector<std::int64_t> here(
        static_cast<std::size_t>(std::min(features, (k + 1) * size) - k * size));
    std::iota(here.begin(), here.end(), k * size);
    add_view(to, std::to_string(k + 1), here, "--view-size");
  }
}

}  // namespace program
