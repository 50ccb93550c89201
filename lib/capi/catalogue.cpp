// What there is by name: methods, pools, kernels, generators, criteria and options, from the tables
// that check them.
#include <array>
#include <cmath>

#include "capi/edge.hpp"
#include "data/generators.hpp"
#include "kernels/registry.hpp"
#include "methods/registry.hpp"
#include "methods/task.hpp"
#include "model/criteria.hpp"
#include "pools/registry.hpp"

namespace coppice {
namespace {

const option_table* no_options() {
  static const option_table none;
  return &none;
}

/// What all catalogues have in common, and what some have beside it.
struct entry {
  const char* name;
  const char* help;
  const option_table* options = no_options();  // generators and criteria have none
  std::string tasks = {};                      // of methods and criteria
  const char* takes = "";                      // of methods
  const char* pool = "";                       // of methods that take pools
  const char* streams = "";                    // of methods
  const char* missing = "";                    // of pools
  const char* categories = "";                 // of pools
  const char* better = "";                     // of criteria
};

std::vector<entry> list_methods() {
  std::vector<entry> entries;
  for (const method* row : methods()) {
    entry& made = entries.emplace_back(entry{row->name, row->help, &row->options});
    made.tasks = tasks_of(*row).names();
    made.takes = name_of(row->takes);
    made.streams = row->begin != nullptr ? "yes" : "no";
    if (row->takes == building_blocks::pools) made.pool = row->default_pool;
  }
  return entries;
}

std::vector<entry> list_pools() {
  std::vector<entry> entries;
  for (const pool_kind* row : pool_kinds()) {
    entry& made = entries.emplace_back(entry{row->name, row->help, &row->options});
    if (is_union(*row)) continue;  // its members say it for themselves
    made.missing = row->takes_missing ? "yes" : "no";
    made.categories = row->takes_categories ? "yes" : "no";
  }
  return entries;
}

std::vector<entry> list_generators() {
  std::vector<entry> entries;
  for (const generator& row : generators()) entries.push_back({row.name, row.help});
  return entries;
}

std::vector<entry> list_criteria() {
  constexpr task_set of_classes = {task::two_classes, task::classes};
  constexpr task_set of_numbers = {task::numbers, task::vectors};
  std::vector<entry> entries;
  for (const criterion& row : criteria()) {
    entry& made = entries.emplace_back(entry{row.name, row.help});
    made.tasks = (row.of_classes ? of_classes : of_numbers).names();
    made.better = row.larger_is_better ? "larger" : "smaller";
  }
  return entries;
}

std::vector<entry> list_kernels() {
  std::vector<entry> entries;
  for (const kernel_kind* row : kernel_kinds())
    entries.push_back({row->name, row->help, &row->options});
  return entries;
}

const std::vector<entry>& entries_of(const coppice_catalogue& catalogue) {
  static const std::array<std::vector<entry>, 5> all = {
      list_methods(), list_pools(), list_generators(), list_criteria(), list_kernels()};
  return all[checked_enum(catalogue, COPPICE_KERNELS, "catalogue") - COPPICE_METHODS];
}

const entry& entry_at(const coppice_catalogue& catalogue, std::int64_t index) {
  const std::vector<entry>& entries = entries_of(catalogue);
  check_index(index, static_cast<std::int64_t>(entries.size()), "index");
  return entries[index];
}

const char* kind_of(coppice_catalogue catalogue) {
  constexpr std::array<const char*, 5> kinds = {"method ", "pool ", "generator ", "criterion ",
                                                "kernel "};
  return kinds[catalogue - COPPICE_METHODS];
}

const option_table& options_of(const coppice_catalogue& catalogue, const char* name) {
  const std::string_view wanted = &required(name, "name");
  std::vector<std::string_view> names;
  for (const entry& candidate : entries_of(catalogue)) {
    if (candidate.name == wanted) return *candidate.options;
    names.emplace_back(candidate.name);
  }
  fail(COPPICE_UNKNOWN_NAME, "there is no ", kind_of(catalogue), in_quotes(wanted),
       suggestion(wanted, names));
}

const char* attribute_of(const entry& row, std::string_view attribute) {
  if (attribute == "name") return row.name;
  if (attribute == "help") return row.help;
  if (attribute == "tasks") return row.tasks.c_str();
  if (attribute == "takes") return row.takes;
  if (attribute == "pool") return row.pool;
  if (attribute == "missing") return row.missing;
  if (attribute == "categories") return row.categories;
  if (attribute == "streams") return row.streams;
  if (attribute == "better") return row.better;
  constexpr std::array<std::string_view, 9> names = {
      "name", "help", "tasks", "takes", "pool", "streams", "missing", "categories", "better"};
  fail(COPPICE_UNKNOWN_NAME, "the catalogue has no attribute ", in_quotes(attribute),
       suggestion(attribute, names));
}

const char* attribute_of(const option& row, std::string_view attribute) {
  if (attribute == "name") return row.name;
  if (attribute == "type") return type_name(row.type);
  if (attribute == "default") return row.default_text;
  if (attribute == "range") return row.range;
  if (attribute == "choices") return row.choices;
  if (attribute == "help") return row.help;
  constexpr std::array<std::string_view, 6> names = {"name",  "type",    "default",
                                                     "range", "choices", "help"};
  fail(COPPICE_UNKNOWN_NAME, "options have no attribute ", in_quotes(attribute),
       suggestion(attribute, names));
}

}  // namespace
}  // namespace coppice

using namespace coppice;  // NOLINT(google-build-using-namespace): the C entries of this library

extern "C" {

coppice_status coppice_catalogue_size(coppice_catalogue catalogue, int64_t* out) {
  return guard([&] { required(out, "out") = static_cast<int64_t>(entries_of(catalogue).size()); });
}

coppice_status coppice_catalogue_name(coppice_catalogue catalogue, int64_t index,
                                      const char** out) {
  return guard([&] { required(out, "out") = entry_at(catalogue, index).name; });
}

coppice_status coppice_catalogue_help(coppice_catalogue catalogue, int64_t index,
                                      const char** out) {
  return guard([&] { required(out, "out") = entry_at(catalogue, index).help; });
}

coppice_status coppice_catalogue_attribute(coppice_catalogue catalogue, int64_t index,
                                           const char* attribute, const char** out) {
  return guard([&] {
    const entry& row = entry_at(catalogue, index);
    required(out, "out") = attribute_of(row, &required(attribute, "attribute"));
  });
}

coppice_status coppice_option_count(coppice_catalogue catalogue, const char* name, int64_t* out) {
  return guard(
      [&] { required(out, "out") = static_cast<int64_t>(options_of(catalogue, name).size()); });
}

coppice_status coppice_option_attribute(coppice_catalogue catalogue, const char* name,
                                        int64_t index, const char* attribute, const char** out) {
  return guard([&] {
    const option_table& options = options_of(catalogue, name);
    check_index(index, static_cast<int64_t>(options.size()), "index");
    required(out, "out") = attribute_of(options[index], &required(attribute, "attribute"));
  });
}

}  // extern "C"
