// The targets of a dataset, what is to be predicted of each row: nothing, names, or rows x outputs
// numbers. Names, and numbers of one output, are labels: their distinct values in order are
// classes. Classes of numbers are worked out when somebody asks for them, since a regression never
// does.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/lazy.hpp"
#include "core/progress.hpp"
#include "data/class_labels.hpp"

namespace coppice {

class row_targets {
 public:
  row_targets() = default;
  /// `outputs` finite numbers a row, row after row.
  row_targets(std::vector<double> numbers, std::int64_t outputs)
      : outputs_(outputs), numbers_(std::move(numbers)) {}
  /// One name a row.
  explicit row_targets(const std::vector<std::string>& names);

  /// The targets of some rows of `whole`. They have its classes, also those that no row of theirs
  /// has. Polls `report`, where one is given.
  static std::shared_ptr<const row_targets> of_rows(const std::shared_ptr<const row_targets>& whole,
                                                    const std::vector<std::int64_t>& rows,
                                                    const progress* report);

  [[nodiscard]] bool are_names() const noexcept { return !names_.empty(); }
  /// How many numbers a row has; 0 where targets are names or not set.
  [[nodiscard]] std::int64_t outputs() const noexcept { return outputs_; }
  [[nodiscard]] const std::vector<double>& numbers() const noexcept { return numbers_; }
  /// Whether there is one label for each row.
  [[nodiscard]] bool are_labels() const noexcept { return are_names() || outputs_ == 1; }

  /// Of labels; there are none of other targets. Both poll `report`, where one is given, and may be
  /// asked by any number of threads at once.
  [[nodiscard]] const class_labels& classes(const progress* report) const;
  /// The index of each row's class.
  [[nodiscard]] const std::vector<std::int32_t>& class_indices(const progress* report) const;

 private:
  std::int64_t outputs_ = 0;
  std::vector<double> numbers_;
  std::vector<std::int32_t> names_;  // the class of each row, where targets are names
  lazy<class_labels> classes_;
  lazy<std::vector<std::int32_t>> indices_;   // of numbers
  std::shared_ptr<const row_targets> whole_;  // whose rows these are, where they are a part
};

}  // namespace coppice
