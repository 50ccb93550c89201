// The library's catalogue as values: methods and pools, each with its table of options.
#pragma once

#include <string>
#include <vector>

#include <coppice/coppice.h>

namespace program {

struct option_row {
  std::string name;
  std::string type;  // double, int, string
  std::string default_text;
  std::string range;
  std::vector<std::string> choices;
  std::string help;
};

struct catalogue_entry {
  std::string name;
  std::string help;
  std::vector<std::string> tasks;  // of methods: what they learn; of criteria: what they are for
  std::string takes;               // of methods: pools, kernels, or nothing
  std::string pool;                // of methods that take pools: the default one
  std::string missing;             // of pools: whether they take missing values, yes or no
  std::string categories;          // of pools: whether they take categories, yes or no
  std::string better;              // of criteria: smaller or larger
  std::vector<option_row> options;
};

std::vector<catalogue_entry> entries_of(coppice_catalogue catalogue);

std::vector<std::string> names_of(const std::vector<catalogue_entry>& entries);

/// The pool that a method draws from by default. Empty where the method takes no pools, or where no
/// method has this name.
std::string default_pool(const std::string& method);

/// The names of the options of a method or pool; an unknown one is a user_error.
std::vector<std::string> option_names(coppice_catalogue catalogue, const std::string& name);

}  // namespace program
