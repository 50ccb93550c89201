// Classes: the distinct labels of a dataset in their order, numbers by value, names bytewise.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/document.hpp"

namespace coppice {

class class_labels {
 public:
  class_labels() = default;

  /// From the classes themselves, ascending and distinct; throws std::invalid_argument otherwise.
  static class_labels from_numbers(std::vector<double> numbers);
  static class_labels from_names(std::vector<std::string> names);

  /// The member of this name in a saved object, as save() made it; throws COPPICE_MODEL_ERROR.
  static class_labels load(const document& saved, const char* name);
  [[nodiscard]] document save() const;

  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(numeric() ? numbers_.size() : names_.size());
  }
  /// The label as text; numbers in their shortest form.
  [[nodiscard]] std::string text(std::int64_t index) const;
  [[nodiscard]] bool numeric() const noexcept { return !numbers_.empty(); }
  [[nodiscard]] const std::vector<double>& numbers() const noexcept { return numbers_; }

 private:
  std::vector<double> numbers_;  // empty where the labels are names
  std::vector<std::string> names_;
};

/// The caller's `labels`, so many; throws COPPICE_INVALID_DATA for one that is NULL or not UTF-8,
/// with its number behind `place`.
std::vector<std::string> copy_labels(const char* const* labels, std::int64_t length,
                                     const char* place);

/// For each of `classes` the index of the one in `among` with the same text; -1 where there is
/// none.
std::vector<std::int64_t> same_classes(const class_labels& classes, const class_labels& among);

}  // namespace coppice
