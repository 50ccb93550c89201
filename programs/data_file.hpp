// Data as the program takes them: svmlight text or CSV, plain or gzip, from a file or, as "-", from
// standard input, with the options that say how to read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data_options.hpp"
#include "handles.hpp"

namespace program {

/// By the first line that is not empty or a comment: CSV if it has a comma, a semicolon or |, or
/// tabs and no colon.
bool looks_like_csv(std::string_view text);

/// CSV where the name ends in .csv or .tsv, svmlight where it ends in .svm, .svmlight or .libsvm
/// (each may be followed by .gz); else by its first line.
dataset read_dataset(const std::string& path, const data_options& options);

/// The same, with the columns of CSV those of another dataset or of a model. Says on standard error
/// how many features of svmlight text are beyond its width, which are ignored.
dataset read_dataset_like(const dataset& other, const std::string& path,
                          const data_options& options);
dataset read_dataset_like(const model& other, const std::string& path, const data_options& options);

/// The sizes of a dataset.
std::int64_t rows_of(const dataset& from);
std::int64_t features_of(const dataset& from);

/// The labels that the classes of a dataset stand for; the names of its features, none for none.
std::vector<std::string> class_names(const dataset& from);
std::vector<std::string> feature_names(const dataset& from);

/// The label's column of CSV, by name or else by number; "" where there is none.
std::string label_column(const dataset& from);

/// The names of the rows; none where they have none.
std::vector<std::string> row_names(const dataset& from);

}  // namespace program
