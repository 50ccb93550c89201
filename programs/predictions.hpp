// Predictions of all rows of some data: of one type, as columns with names, in JSON and in CSV.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "handles.hpp"
#include "model_report.hpp"

namespace program {

/// One type of predictions, row after row.
struct predictions {
  std::string type;
  std::size_t rows = 0;
  std::vector<std::string> columns;  // their names
  std::vector<double> values;        // rows x columns
  bool are_classes = false;          // then values are indices of classes
};

/// The types there are, as --type takes them.
std::vector<std::string> prediction_types();

/// Throws a user_error that lists the types where there is no such one.
void check_type(const std::string& type);

/// `model_place` and `data_place` go before what is wrong with either.
predictions predict(const model& with, const dataset& data, const std::string& type,
                    std::int64_t threads, const std::string& model_place,
                    const std::string& data_place);

/// A class, a number or an array of numbers a row.
json array_of(const predictions& made, const std::vector<std::string>& classes);

/// How predictions are written: cells with a separator between them, below a header or without one.
struct table_form {
  char separator = ',';
  bool header = true;
};

/// A line a row, with the columns of all types side by side behind the names of rows, if there are
/// any: `id` is the header of these.
std::string table_of(const std::vector<predictions>& all, const std::vector<std::string>& classes,
                     const std::string& id, const std::vector<std::string>& ids,
                     const table_form& form);

}  // namespace program
