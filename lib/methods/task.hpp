// Tasks: what a method can learn to predict of a row, and which of them a dataset asks for.
//
//     two_classes   one of two classes        labels of two classes
//     classes       one of K >= 2 classes     labels of two classes or more
//     numbers       a number                  numeric targets, one a row
//     vectors       several numbers           numeric targets, two or more a row
//     one_class     1 like the rows, else -1  none: targets are not looked at
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "core/progress.hpp"
#include "data/dataset.hpp"

namespace coppice {

enum class task { two_classes, classes, numbers, vectors, one_class };

/// Whether models predict a class.
constexpr bool is_of_classes(task one) {
  return one != task::numbers && one != task::vectors;
}

class task_set {
 public:
  constexpr task_set(std::initializer_list<task> tasks) {
    for (const task one : tasks) bits_ |= bit(one);
  }
  [[nodiscard]] constexpr task_set with(task one) const {
    task_set more = *this;
    more.bits_ |= bit(one);
    return more;
  }
  [[nodiscard]] constexpr bool has(task one) const { return (bits_ & bit(one)) != 0; }
  /// In the public interface: "two-classes|numbers".
  [[nodiscard]] std::string names() const;
  /// In messages: "two classes or one number a row".
  [[nodiscard]] std::string in_words() const;

 private:
  static constexpr unsigned bit(task one) { return 1U << static_cast<unsigned>(one); }
  unsigned bits_ = 0;
};

/// The first of a method's tasks that the targets of a dataset are made for; none where there is no
/// such task, or where the dataset has no targets.
std::optional<task> find_task(const dataset& examples, const task_set& tasks,
                              const progress& report);

/// The same, but throws where there is no such task: the message says what the dataset has and what
/// `method` takes. A method that takes classes of any number and numbers as well should ask with
/// one of the two only, by an option of its own: labels that are numbers do for both.
task task_of(const dataset& examples, const task_set& tasks, std::string_view method,
             const progress& report);

/// What targets are where no method is named that tells. Names are classes. Numbers are classes
/// where there are two of them at most, or where all are whole and not many: up to 20, or three
/// rows of each on average. Several numbers a row are not.
bool looks_like_classes(const dataset& examples, const progress& report);

}  // namespace coppice
