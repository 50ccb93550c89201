// The options that say what the data of a command are: columns of CSV by name or by number from 1,
// and the width of svmlight text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "handles.hpp"

namespace program {

/// What the options of a command say about its data.
struct data_options {
  std::string features = "0";           // --features, of svmlight text; 0 as found
  std::optional<std::string> label;     // --label, of CSV; not given: the first column
  bool no_label = false;                // --no-label, of CSV
  std::optional<std::string> id;        // --id, of CSV
  std::vector<std::string> categories;  // --category, of CSV
  std::vector<std::string> ignored;     // --ignore, of CSV
  std::string weights;                  // --weights: a column of CSV, or a file; "": none
};

/// What DATA is, for the help of a command.
constexpr const char* data_help = "svmlight text or CSV, plain or gzip; - is standard input";

/// Adds all of them but --weights to a command; `label_default` is where the label is without
/// --label.
void add_data_options(CLI::App& command, data_options& options, const std::string& label_default);

/// Throws where an option is for data of the other form, or contradicts another.
void check_options(const std::string& path, bool csv, const data_options& options);

/// The columns of CSV that the options describe. Without --label it is the first column, or, of a
/// table that is read like another (`matched`), what that one has.
csv_columns columns_of(const data_options& options, bool matched = false);

}  // namespace program
