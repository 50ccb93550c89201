// coppice predict: classes or decision values of a model for every row of a file.
#include <algorithm>
#include <cstdio>

#include "commands.hpp"
#include "data_file.hpp"
#include "evaluation.hpp"
#include "input.hpp"
#include "model_report.hpp"
#include "output.hpp"
#include "text.hpp"

namespace program {
namespace {

struct predict_arguments {
  std::string model;
  std::string data;
  std::string type;  // none: classes, or the numbers of a model of numbers
  std::string output;
  data_options reading;
  std::string weights;
  std::string threads = "0";
  bool as_json = false;
  bool quiet = false;
};

/// Predictions of all rows, row after row.
struct predictions {
  std::int64_t rows;
  std::int64_t width;
  std::vector<double> values;
};

/// A column that a model misses may be the one that was taken for the label.
std::string hint(const dataset& data, const predict_arguments& arguments) {
  if (arguments.reading.label || arguments.reading.no_label || feature_names(data).empty())
    return "";
  return "\nthe first column was taken for the label; --label NAME or --no-label says otherwise";
}

coppice_output output_of(const std::string& type) {
  if (type == "class") return COPPICE_CLASS;
  if (type == "decision") return COPPICE_DECISION;
  if (type == "probability") return COPPICE_PROBABILITY;
  if (type == "contributions") return COPPICE_CONTRIBUTIONS;
  throw user_error("--type is \"" + type +
                   "\"; expected class, decision, probability or contributions");
}

predictions predict(const model& with, const dataset& data, coppice_output output,
                    std::int64_t threads, const predict_arguments& arguments) {
  predictions made{};
  check(coppice_dataset_rows(data.get(), &made.rows));
  check(coppice_model_output_width(with.get(), output, &made.width), shown(arguments.model));
  made.values.resize(static_cast<std::size_t>(made.rows * made.width));
  const coppice_status status =
      coppice_model_predict_dataset(with.get(), output, data.get(), threads, made.values.data(),
                                    static_cast<std::int64_t>(made.values.size()));
  if (status == COPPICE_INVALID_DATA) {
    const std::string message = coppice_last_error();
    throw user_error(shown(arguments.data) + ": " + message + hint(data, arguments));
  }
  check(status, shown(arguments.data));
  return made;
}

std::string class_at(const std::vector<std::string>& classes, double index) {
  return classes.at(static_cast<std::size_t>(index));
}

std::string lines_of(const predictions& made, const std::vector<std::string>* classes) {
  std::string text;
  for (std::size_t k = 0; k < made.values.size(); ++k) {
    text += classes != nullptr ? class_at(*classes, made.values[k]) : shortest(made.values[k]);
    text += (static_cast<std::int64_t>(k) + 1) % made.width == 0 ? '\n' : ' ';
  }
  return text;
}

json array_of(const predictions& made, const std::vector<std::string>* classes) {
  json rows = json::array();
  for (std::int64_t i = 0; i < made.rows; ++i) {
    const double* const of_row = &made.values[static_cast<std::size_t>(i * made.width)];
    if (classes != nullptr)
      rows.push_back(class_at(*classes, *of_row));
    else if (made.width == 1)
      rows.push_back(*of_row);
    else
      rows.push_back(std::vector<double>(of_row, of_row + made.width));
  }
  return rows;
}

void write(const std::string& text, const std::string& path) {
  if (path.empty()) return print(text);
  output to(path);
  to.write(text);
  to.finish();
}

/// "error 0.0652 on 1840 rows", the other criteria in lines of their own, and the confusion matrix;
/// "" where there is nothing to hold predictions against.
std::string described(const json& document) {
  if (!document.contains("criteria")) return "";
  std::string text;
  for (const auto& [name, value] : document["criteria"].items()) {
    const bool first = text.empty();
    text += name + " " + criterion_for_people(number(value));
    text +=
        first ? " on " + std::to_string(document["rows"].get<std::int64_t>()) + " rows\n" : "\n";
  }
  return text + described_confusion(document["confusion"], document["classes"]);
}

void run(const predict_arguments& arguments) {
  if (!arguments.type.empty()) output_of(arguments.type);  // before anything is read
  const std::int64_t threads = whole_number("--threads", arguments.threads);
  const model with = read_model(arguments.model);
  const dataset data = read_dataset_like(with, arguments.data, arguments.reading);
  set_weights(data, arguments.weights);
  const std::vector<std::string> classes = class_names(with);
  const std::string usual = classes.empty() ? "decision" : "class";
  const std::string type = arguments.type.empty() ? usual : arguments.type;
  const coppice_output output = output_of(type);
  const bool as_class = output == COPPICE_CLASS;
  const predictions made = predict(with, data, output, threads, arguments);
  const std::vector<std::string>* const names = as_class ? &classes : nullptr;
  json document = {{"rows", made.rows}, {"classes", classes}, {"type", type}};
  document["error"] = nullptr;
  if (has_targets(with, data)) {
    const evaluation evaluated = evaluate(with, data, threads, shown(arguments.data));
    document["criteria"] = criteria_of(evaluated);
    document["confusion"] = confusion_of(evaluated, classes.size());
    if (document["criteria"].contains("error")) document["error"] = document["criteria"]["error"];
  }
  if (arguments.as_json) document["predictions"] = array_of(made, names);
  write(arguments.as_json ? printed(document) : lines_of(made, names), arguments.output);
  if (!arguments.quiet) std::fputs(described(document).c_str(), stderr);
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
      .add_option("--type", arguments->type,
                  "what to predict (default class; of a model of numbers, these)")
      ->option_text("class|decision|probability|contributions");
  predict.add_option("--output", arguments->output, "write there (default: standard output)")
      ->option_text("FILE");
  add_data_options(predict, arguments->reading);
  predict
      .add_option("--weights", arguments->weights, "weights of its rows in criteria, one a line")
      ->option_text("FILE");
  predict.add_option("--threads", arguments->threads, "threads to use (default 0: all)")
      ->option_text("N");
  predict.add_flag("--json", arguments->as_json, "print one JSON object");
  predict.add_flag("--quiet", arguments->quiet, "do not say criteria on standard error");
  predict.footer(
      "A decision value >= 0 stands for the later of two classes, unless the model is calibrated;\n"
      "with more classes there is one value a class. Probabilities, one a class, need a model\n"
      "trained with --set calibration=platt. Contributions are what each feature adds to a "
      "decision\n"
      "value, of models that are sums over features (info --shapes). Criteria by the "
      "labels\n"
      "of DATA and the confusion matrix are said on standard error, unless none of the labels is "
      "a\n"
      "class of the model.");
  predict.callback([arguments] { run(*arguments); });
}

}  // namespace program
