// What a model tells about itself, as the JSON document that train and info print; all numbers that
// people see come from it too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "handles.hpp"

namespace program {

using json = nlohmann::ordered_json;

std::int64_t get_int(const model& from, const char* name);
double get_double(const model& from, const char* name);
std::string get_string(const model& from, const char* name);
std::vector<double> get_array(const model& from, const char* name);

std::vector<std::string> class_names(const model& from);

/// A feature as people call it: by its name, else "column 5" of CSV or "feature 4" of svmlight
/// text, each from 1.
std::string feature_text(const model& from, std::int64_t feature);

/// A column of a table by its name, or "column 5" by its number.
std::string column_text(const std::string& column);

/// The header of the names of rows: the column that --id gives, else the one of training.
std::string id_header(const model& from, const std::optional<std::string>& given);

/// The name of a feature, "" where it has none; the names of its levels, none where it is numbers.
std::string feature_name(const model& from, std::int64_t feature);
std::vector<std::string> level_names(const model& from, std::int64_t feature);

/// method, options, rows, features, categories, classes, iterations, learners, objective,
/// dual_objective, gap, gap_scope, bias, train_error, stop_reason, warnings; with a validation set
/// also best_iteration, validation_error and validation_criterion, calibrated also calibration
/// (slope and offset, one a score). What is not known is null.
json summary_of(const model& from);

/// The learning curve: an array of one object an iteration.
json curve_of(const model& from);

/// A JSON document as the program prints it; NaN is null.
std::string printed(const json& document);

/// A number of a document, NaN for null.
double number(const json& value);

}  // namespace program
