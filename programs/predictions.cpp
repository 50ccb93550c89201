#include "predictions.hpp"

#include <algorithm>
#include <array>

#include "text.hpp"

namespace program {
namespace {

struct prediction_type {
  const char* name;
  coppice_output output;
};

constexpr std::array<prediction_type, 7> types = {{{"class", COPPICE_CLASS},
                                                   {"decision", COPPICE_DECISION},
                                                   {"probability", COPPICE_PROBABILITY},
                                                   {"staged", COPPICE_STAGED},
                                                   {"learners", COPPICE_LEARNERS},
                                                   {"contributions", COPPICE_CONTRIBUTIONS},
                                                   {"map", COPPICE_MAP}}};

coppice_output output_of(const std::string& type) {
  for (const prediction_type& one : types)
    if (type == one.name) return one.output;
  throw user_error("--type is \"" + type + "\"" + suggestion(type, prediction_types()));
}

/// What the decision values are of, or "" for the only one.
std::vector<std::string> names_of_scores(const model& of) {
  const auto scores = static_cast<std::size_t>(get_int(of, "scores"));
  std::vector<std::string> classes = class_names(of);
  if (scores == 1) return {""};
  if (classes.size() == scores) return classes;
  std::vector<std::string> numbers;
  for (std::size_t s = 1; s <= scores; ++s) numbers.push_back(std::to_string(s));
  return numbers;
}

std::string joined_words(const std::string& first, const std::string& second) {
  return second.empty() ? first : first + " " + second;
}

std::vector<std::string> columns_of(const model& with, coppice_output output, std::int64_t width) {
  std::vector<std::string> columns;
  const std::vector<std::string> scores = names_of_scores(with);
  const auto count = static_cast<std::int64_t>(scores.size());
  switch (output) {
    case COPPICE_CLASS:
      return {"class"};
    case COPPICE_PROBABILITY:
      for (const std::string& name : class_names(with)) columns.push_back("probability " + name);
      return columns;
    case COPPICE_STAGED:
      for (std::int64_t k = 0; k < width; ++k)
        columns.push_back(
            joined_words("stage " + std::to_string(k / count + 1), scores[k % count]));
      return columns;
    case COPPICE_LEARNERS:
      for (std::int64_t k = 0; k < width; ++k)
        columns.push_back("learner " + std::to_string(k + 1));
      return columns;
    case COPPICE_MAP:
      for (std::int64_t k = 0; k < width; ++k) columns.push_back("map " + std::to_string(k + 1));
      return columns;
    case COPPICE_CONTRIBUTIONS:
      for (std::int64_t k = 0; k < width; ++k)
        columns.push_back(joined_words("contribution of " + feature_text(with, k % (width / count)),
                                       scores[k / (width / count)]));
      return columns;
    default:
      for (const std::string& name : scores) columns.push_back(joined_words("decision", name));
      return columns;
  }
}

/// A cell of CSV, in quotes where it needs them.
std::string cell_of(const std::string& text, char separator) {
  const std::string special = std::string("\"\r\n#") + separator;
  if (text.find_first_of(special) == std::string::npos &&
      (text.empty() || (text.front() != ' ' && text.back() != ' ')))
    return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace

std::vector<std::string> prediction_types() {
  std::vector<std::string> names;
  names.reserve(types.size());
  for (const prediction_type& one : types) names.emplace_back(one.name);
  return names;
}

void check_type(const std::string& type) {
  output_of(type);
}

namespace {

/// What the model was trained without is an option of the command line.
void check_output(coppice_status status, const std::string& place) {
  if (status != COPPICE_UNAVAILABLE) return check(status, place);
  throw user_error(place + ": " + replaced(coppice_last_error(), "with option ", "with --set "));
}

}  // namespace

predictions predict(const model& with, const dataset& data, const std::string& type,
                    std::int64_t threads, const std::string& model_place,
                    const std::string& data_place) {
  const coppice_output output = output_of(type);
  predictions made;
  made.type = type;
  made.are_classes = output == COPPICE_CLASS;
  std::int64_t rows = 0;
  std::int64_t width = 0;
  check(coppice_dataset_rows(data.get(), &rows));
  check_output(coppice_model_output_width(with.get(), output, &width), model_place);
  made.rows = static_cast<std::size_t>(rows);
  made.columns = columns_of(with, output, width);
  made.values.resize(static_cast<std::size_t>(rows * width));
  check(coppice_model_predict_dataset(with.get(), output, data.get(), threads, made.values.data(),
                                      static_cast<std::int64_t>(made.values.size())),
        data_place);
  return made;
}

json array_of(const predictions& made, const std::vector<std::string>& classes) {
  json rows = json::array();
  const std::size_t width = made.columns.size();
  for (std::size_t i = 0; i < made.rows; ++i) {
    const double* const of_row = made.values.data() + i * width;
    if (made.are_classes)
      rows.push_back(classes.at(static_cast<std::size_t>(*of_row)));
    else if (width == 1)
      rows.push_back(*of_row);
    else
      rows.push_back(std::vector<double>(of_row, of_row + width));
  }
  return rows;
}

std::string table_of(const std::vector<predictions>& all, const std::vector<std::string>& classes,
                     const std::string& id, const std::vector<std::string>& ids,
                     const table_form& form) {
  std::string text;
  const auto add = [&](const std::string& cell, bool first) {
    if (!first) text += form.separator;
    text += cell;
  };
  std::vector<std::string> names;  // of the classes, as cells
  names.reserve(classes.size());
  for (const std::string& name : classes) names.push_back(cell_of(name, form.separator));
  if (form.header) {
    if (!ids.empty()) add(cell_of(id, form.separator), true);
    for (const predictions& made : all)
      for (const std::string& column : made.columns)
        add(cell_of(column, form.separator), text.empty());
    text += '\n';
  }
  for (std::size_t i = 0; i < all.front().rows; ++i) {
    bool first = ids.empty();
    if (!first) add(cell_of(ids[i], form.separator), true);
    for (const predictions& made : all)
      for (std::size_t c = 0; c < made.columns.size(); ++c) {
        const double value = made.values[i * made.columns.size() + c];
        add(made.are_classes ? names.at(static_cast<std::size_t>(value)) : shortest(value), first);
        first = false;
      }
    text += '\n';
  }
  return text;
}

}  // namespace program
