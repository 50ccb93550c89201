// Data as the program takes them: svmlight text or CSV, plain or gzip, from a file or, as "-", from
// standard input, with the options that say how to read them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "handles.hpp"

namespace program {

/// What the options of a command say about its data.
struct data_options {
  std::string features = "0";           // --features, of svmlight text; 0 as found
  std::optional<std::string> label;     // --label, of CSV; not given: the first column
  bool no_label = false;                // --no-label, of CSV
  std::vector<std::string> categories;  // --category, of CSV
};

/// What DATA is, for the help of a command.
constexpr const char* data_help = "svmlight text or CSV, plain or gzip; - is standard input";

/// Adds --features, --label, --no-label and --category to a command.
void add_data_options(CLI::App& command, data_options& options);

/// By the first line that is not empty or a comment: CSV if it has a comma or a semicolon, or tabs
/// and no colon.
bool looks_like_csv(std::string_view text);

/// The columns of CSV that the options describe.
csv_columns columns_of(const data_options& options);

/// CSV where the name ends in .csv or .tsv, svmlight where it ends in .svm, .svmlight or .libsvm
/// (each may be followed by .gz); else by its first line.
dataset read_dataset(const std::string& path, const data_options& options);

/// The same, with the categories and numbers of CSV those of another dataset or of a model.
dataset read_dataset_like(const dataset& other, const std::string& path,
                          const data_options& options);
dataset read_dataset_like(const model& other, const std::string& path, const data_options& options);

/// The labels that the classes of a dataset stand for; the names of its features, none for none.
std::vector<std::string> class_names(const dataset& from);
std::vector<std::string> feature_names(const dataset& from);

}  // namespace program
