// coppice predict: classes, decision values, probabilities and more of a model for every row of a
// file.
#include <algorithm>
#include <cstdio>
#include <optional>

#include "class_counts.hpp"
#include "commands.hpp"
#include "data_file.hpp"
#include "evaluation.hpp"
#include "input.hpp"
#include "model_report.hpp"
#include "output.hpp"
#include "predictions.hpp"
#include "text.hpp"
#include "threshold.hpp"

namespace program {
namespace {

struct predict_arguments {
  std::string model;
  std::string data;
  std::vector<std::string> types;  // none: classes, or the numbers of a model of numbers
  std::string threshold;
  std::string output;
  bool no_header = false;
  data_options reading;
  std::string threads = "0";
  bool as_json = false;
  bool quiet = false;
};

void write(const std::string& text, const std::string& path) {
  if (path.empty() || path == "-") return print(text);
  output to(path);
  to.write(text);
  to.finish();
}

/// Tabs where the name of the output says so.
table_form form_of(const predict_arguments& arguments) {
  return {ends_in(arguments.output, ".tsv") ? '\t' : ',', !arguments.no_header};
}

/// How often the classes occur, "error 0.0652 on 1840 rows", the other criteria in lines of their
/// own, and the confusion matrix; "" where there is nothing to hold predictions against.
std::string described(const json& document, const class_counts& counts) {
  if (!document.contains("criteria")) return "";
  std::string text;
  for (const auto& [name, value] : document["criteria"].items()) {
    const bool first = text.empty();
    text += name + " " + criterion_for_people(number(value));
    text += first ? " on " + counted(document["rows"].get<std::int64_t>(), "row") + "\n" : "\n";
  }
  const std::string classes = described_classes(counts);
  return (classes.empty() ? "" : "labels " + classes + "\n") + text +
         described_confusion(document["confusion"], document["classes"]);
}

/// Labels of which none is a class of the model are told of, unless they are all one number: that
/// stands in svmlight text where a label is not known.
void tell_of_foreign_labels(const dataset& data, const std::vector<std::string>& classes,
                            const std::string& path) {
  const std::vector<std::string> labels = class_names(data);
  double number = 0;
  const bool is_filler = labels.size() == 1 && parse_number(labels.front(), number);
  if (classes.empty() || labels.empty() || is_filler) return;
  say("warning: " + shown(path) + ": none of the labels, such as \"" + labels.front() +
      "\", is a class of the model (" + classes.front() + ", " + classes[1] +
      (classes.size() > 2 ? ", ..." : "") + "); no error is reported");
}

/// What the predictions come to, where the data have labels, in the document.
void hold_against_labels(json& document, const model& with, const dataset& data,
                         const predictions* by_threshold, std::int64_t threads,
                         const predict_arguments& arguments) {
  const std::vector<std::string> classes = document["classes"];
  if (!has_targets(with, data)) return tell_of_foreign_labels(data, classes, arguments.data);
  tell_of_unknown(classes.empty() ? unknown_labels() : find_unknown(data, classes), rows_of(data),
                  arguments.data);
  const evaluation evaluated = evaluate(with, data, threads, shown(arguments.data));
  json criteria = criteria_of(evaluated);
  document["confusion"] = by_threshold != nullptr
                              ? confusion_by(*by_threshold, data, classes, criteria)
                              : confusion_of(evaluated, classes.size());
  if (criteria.contains("error")) document["error"] = criteria["error"];
  document["criteria"] = std::move(criteria);
}

/// One type as it is, several by their names.
void add_predictions(json& document, const std::vector<predictions>& all,
                     const std::vector<std::string>& classes) {
  if (all.size() == 1) {
    document["predictions"] = array_of(all.front(), classes);
    return;
  }
  for (const predictions& made : all) document["predictions"][made.type] = array_of(made, classes);
}

std::vector<std::string> types_of(const predict_arguments& arguments, bool of_numbers) {
  if (!arguments.types.empty()) return arguments.types;
  return {of_numbers ? "decision" : "class"};
}

/// Before anything is read.
void check_arguments(const predict_arguments& arguments) {
  for (std::size_t k = 0; k < arguments.types.size(); ++k) {
    check_type(arguments.types[k]);
    if (std::find(arguments.types.begin(), arguments.types.begin() + static_cast<std::ptrdiff_t>(k),
                  arguments.types[k]) != arguments.types.begin() + static_cast<std::ptrdiff_t>(k))
      throw user_error("--type " + arguments.types[k] + " is given twice; expected it once");
  }
  if (arguments.no_header && arguments.as_json)
    throw user_error("--no-header is for lines of cells; --json has none");
}

void run(const predict_arguments& arguments) {
  check_arguments(arguments);
  const std::int64_t threads = whole_number("--threads", arguments.threads);
  const model with = read_model(arguments.model);
  std::optional<threshold> by;
  if (!arguments.threshold.empty()) by.emplace(arguments.threshold, with);
  const std::string place = shown(arguments.data);
  const dataset data = read_dataset_like(with, arguments.data, arguments.reading);
  const std::vector<std::string> classes = class_names(with);
  std::optional<predictions> by_threshold;
  if (by) by_threshold = by->classes(with, data, threads, place);
  std::vector<predictions> all;
  for (const std::string& type : types_of(arguments, classes.empty()))
    all.push_back(type == "class" && by_threshold
                      ? *by_threshold
                      : predict(with, data, type, threads, shown(arguments.model), place));

  json document = {{"rows", rows_of(data)}, {"classes", classes}};
  document["type"] = all.size() == 1 ? json(all.front().type) : json(arguments.types);
  document["error"] = nullptr;
  hold_against_labels(document, with, data, by_threshold ? &*by_threshold : nullptr, threads,
                      arguments);
  const class_counts counts =
      document.contains("criteria") && !classes.empty() ? count_classes(data) : class_counts();
  if (!counts.names.empty()) document["largest_class_share"] = counts.share();
  const std::vector<std::string> ids = row_names(data);
  if (arguments.as_json) {
    if (!ids.empty()) document["ids"] = ids;
    add_predictions(document, all, classes);
  }
  write(arguments.as_json ? printed(document)
                          : table_of(all, classes, id_header(with, arguments.reading.id), ids,
                                     form_of(arguments)),
        arguments.output);
  if (!arguments.quiet) std::fputs(described(document, counts).c_str(), stderr);
}

}  // namespace

void add_predict(CLI::App& app) {
  auto arguments = std::make_shared<predict_arguments>();
  CLI::App& predict = *app.add_subcommand("predict", "predict with a model, one line a row");
  predict.group("Commands");
  predict.add_option("MODEL", arguments->model, "a model that train saved; - is standard input")
      ->required()
      ->option_text(" ");
  predict.add_option("DATA", arguments->data, data_help)->required()->option_text(" ");
  predict
      .add_option("-t,--type", arguments->types,
                  "what to predict, one or several with commas between\n"
                  "(default class; of a model of numbers, these)")
      ->option_text(joined(prediction_types(), "|"))
      ->delimiter(',')
      ->allow_extra_args(false);
  predict
      .add_option("--threshold", arguments->threshold,
                  "of two classes predict the later from this probability or,\n"
                  "without calibration, decision value on (default 0.5, 0)")
      ->option_text("T");
  predict
      .add_option("-o,--output", arguments->output,
                  "write there: CSV, or tabs in .tsv (default: standard output)")
      ->option_text("FILE");
  predict.add_flag("--no-header", arguments->no_header, "no line with the names of columns");
  add_data_options(predict, arguments->reading, "as in training");
  predict
      .add_option("--weights", arguments->reading.weights,
                  "weights of rows in criteria: a column, or a file of one a line")
      ->option_text("NAME|FILE");
  predict.add_option("--threads", arguments->threads, "threads to use (default 0: all)")
      ->option_text("N");
  predict.add_flag("-j,--json", arguments->as_json, "print one JSON object");
  predict.add_flag("-q,--quiet", arguments->quiet, "do not say criteria on standard error");
  predict.footer(
      "Columns of CSV are found by the names they had in training, and others are ignored. A "
      "decision\n"
      "value >= 0 stands for the later of two classes, unless the model is calibrated; with more\n"
      "classes there is one value a class. Probabilities, one a class, need a model trained with\n"
      "--set calibration=platt; staged, the decision values after every iteration, one trained "
      "with\n"
      "--set keep_stages=yes. Contributions are what each feature adds to a decision value, of "
      "models\n"
      "that are sums over features (info --shapes); learners are the outputs of the weak "
      "learners.\n"
      "Criteria by the labels of DATA and the confusion matrix are said on standard error, unless\n"
      "none of the labels is a class of the model.\n\n"
      "Example:\n  coppice predict model.json tomorrow.csv --type class,probability --output "
      "out.csv");
  predict.callback([arguments] { run(*arguments); });
}

}  // namespace program
