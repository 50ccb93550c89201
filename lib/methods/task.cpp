#include "methods/task.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"

namespace coppice {
namespace {

struct description {
  task which;
  const char* name;
  const char* words;
};
constexpr description descriptions[] = {{task::two_classes, "two-classes", "two classes"},
                                        {task::classes, "classes", "two or more classes"},
                                        {task::numbers, "numbers", "one number a row"},
                                        {task::vectors, "vectors", "several numbers a row"},
                                        {task::one_class, "one-class", "rows without targets"}};

std::string listed(const class_labels& classes) {
  constexpr std::int64_t most = 5;
  std::string list;
  for (std::int64_t k = 0; k < classes.size() && k < most; ++k)
    list += text(k == 0 ? "" : ", ", in_quotes(classes.text(k)));
  return classes.size() > most ? list + ", ..." : list;
}

bool takes_classes(const task_set& tasks) {
  return tasks.has(task::two_classes) || tasks.has(task::classes);
}

/// What the targets of a dataset are, to a method that takes classes or does not.
std::string described(const dataset& examples, bool as_classes) {
  const std::int64_t outputs = examples.targets().outputs();
  if (outputs > 1 || (outputs == 1 && !as_classes))
    return text("the dataset has ", outputs,
                outputs == 1 ? " numeric target a row" : " numeric targets a row");
  const class_labels& classes = examples.classes();
  if (!as_classes) return text("the labels of the dataset are names (", listed(classes), ")");
  if (classes.size() == 1)
    return text("every label of the dataset is ", in_quotes(classes.text(0)));
  return text("the labels of the dataset are ", classes.size(), " classes (", listed(classes), ")");
}

}  // namespace

std::string task_set::names() const {
  std::string result;
  for (const description& row : descriptions)
    if (has(row.which)) result += text(result.empty() ? "" : "|", row.name);
  return result;
}

std::string task_set::in_words() const {
  std::string result;
  for (const description& row : descriptions) {
    if (!has(row.which) || (row.which == task::two_classes && has(task::classes))) continue;
    result += text(result.empty() ? "" : " or ", row.words);
  }
  return result;
}

std::optional<task> find_task(const dataset& examples, const task_set& tasks,
                              const progress& report) {
  if (tasks.has(task::one_class)) return task::one_class;
  const row_targets& targets = examples.targets();
  if (takes_classes(tasks) && targets.are_labels()) {
    const std::int64_t classes = targets.classes(&report).size();
    if (classes == 2 && tasks.has(task::two_classes)) return task::two_classes;
    if (classes >= 2 && tasks.has(task::classes)) return task::classes;
  }
  if (targets.outputs() == 1 && tasks.has(task::numbers)) return task::numbers;
  if (targets.outputs() > 1 && tasks.has(task::vectors)) return task::vectors;
  return std::nullopt;
}

bool looks_like_classes(const dataset& examples, const progress& report) {
  constexpr std::int64_t few = 20;
  constexpr std::int64_t rows_of_each = 3;
  if (!examples.targets().are_labels()) return false;
  const class_labels& classes = examples.classes(&report);
  if (!classes.numeric() || classes.size() <= 2) return true;
  return std::all_of(classes.numbers().begin(), classes.numbers().end(),
                     [](double label) { return label == std::nearbyint(label); }) &&
         (classes.size() <= few || classes.size() * rows_of_each <= examples.rows());
}

task task_of(const dataset& examples, const task_set& tasks, std::string_view method,
             const progress& report) {
  if (const auto found = find_task(examples, tasks, report)) return *found;
  const row_targets& targets = examples.targets();
  if (!targets.are_labels() && targets.outputs() == 0)
    fail(COPPICE_INVALID_STATE, "the dataset has no labels; set them before the fit");
  fail(COPPICE_INVALID_DATA, described(examples, takes_classes(tasks)), "; method ", method,
       " takes ", tasks.in_words());
}

}  // namespace coppice
