// Fitting, and telling about it.
#include "training.hpp"

#include <cmath>

#include "class_counts.hpp"
#include "continuing.hpp"
#include "data_file.hpp"
#include "evaluation.hpp"
#include "input.hpp"
#include "model_summary.hpp"
#include "output.hpp"
#include "text.hpp"

namespace program {
namespace {

coppice_action report_progress(void* user, const coppice_progress_info* info) {
  static_cast<progress_bar*>(user)->show(info);
  return interruption::requested() ? COPPICE_STOP : COPPICE_CONTINUE;
}

model fit(const solver& with, const examples& data, const training_arguments& arguments) {
  const watched_call watched(with, arguments);
  check(coppice_solver_set_validation(with.get(), data.validation.get()), "--validation");
  check(coppice_solver_set_test(with.get(), data.test.get()), "--test");
  coppice_model* handle = nullptr;
  check_labelled(coppice_solver_fit(with.get(), data.train.get(), &handle), data.train, arguments);
  return model(handle);
}

/// How many rows that is; rows of different weights cannot be counted by what is wrong of their
/// weight, which their confusion matrix adds up to. A fit of several problems that was stopped does
/// not know its error.
std::string error_for_people(double error, std::int64_t rows, const json& confusion) {
  if (std::isnan(error)) return "not counted, as the fit was stopped";
  double weight = 0;
  for (const json& of_class : confusion)
    for (const json& one : of_class) weight += number(one);
  if (weight != static_cast<double>(rows))
    return left(fixed(error, 4), 8) + "of the weight of " + counted(rows, "row");
  const std::int64_t wrong = std::llround(error * static_cast<double>(rows));
  return left(fixed(error, 4), 8) + std::to_string(wrong) + " of " + counted(rows, "row");
}

/// Criteria and confusion matrices, of the training data and of the test data where there are any.
std::string described_evaluation(const json& document) {
  std::vector<std::string> names;
  std::vector<json> criteria;
  if (document.contains("train_criteria")) {
    names.emplace_back("train");
    criteria.push_back(document["train_criteria"]);
  }
  const bool tested = document.contains("criteria");
  if (tested) {
    names.emplace_back("test");
    criteria.push_back(document["criteria"]);
  }
  std::string text = described_criteria(names, criteria);
  const std::string confusion = described_confusion(
      document.value(tested ? "confusion" : "train_confusion", json()), document["classes"]);
  if (!confusion.empty())
    text +=
        "\n" + std::string(tested ? "test" : "training") + " data, class by class\n" + confusion;
  return text;
}

/// How often each class occurs; and warns of labels that the model cannot know.
void add_classes(json& document, const examples& data, const training_arguments& arguments) {
  const std::vector<std::string> known = document["classes"];
  if (known.empty()) return;
  if (const class_counts counts = count_classes(data.train); counts.names == known) {
    document["class_counts"] = counts.weights;
    document["largest_class_share"] = counts.share();
  }
  for (const auto& [others, path] :
       {std::pair{&data.validation, &arguments.validation}, {&data.test, &arguments.test}})
    if (*others) tell_of_unknown(find_unknown(*others, known), rows_of(*others), *path);
}

std::string seconds_for_people(const json& seconds) {
  std::string text =
      "load " + fixed(number(seconds["load"]), 3) + ", fit " + fixed(number(seconds["fit"]), 3);
  if (!seconds["predict"].is_null()) text += ", predict " + fixed(number(seconds["predict"]), 3);
  return text;
}

/// Which column it is; where nobody has said so, how to.
std::string described_label(const std::string& label, const training_arguments& arguments) {
  return column_text(label) +
         (arguments.reading.label ? "" : ", the first column; --label NAME takes another");
}

}  // namespace

watched_call::watched_call(const solver& with, const training_arguments& arguments,
                           const char* unit)
    : bar_(!arguments.quiet, unit), with_(with) {
  check(coppice_solver_set_progress(with.get(), report_progress, &bar_));
}

watched_call::~watched_call() {
  coppice_solver_set_progress(with_.get(), nullptr, nullptr);
}

json train(const solver& with, const examples& data, const training_arguments& arguments,
           double load_seconds, const model* continued) {
  const model fitted = fit(with, data, arguments);
  if (continued != nullptr) check_continues(*continued, fitted, arguments);
  if (!arguments.model.empty()) check(coppice_model_save(fitted.get(), arguments.model.c_str()));
  json document = summary_of(fitted);
  const std::int64_t threads = whole_number("--threads", arguments.threads);
  const std::size_t classes = document["classes"].size();
  if ((arguments.as_json || !arguments.quiet) && has_targets(fitted, data.train)) {
    const evaluation made = evaluate(fitted, data.train, threads, shown(arguments.data));
    document["train_criteria"] = criteria_of(made);
    document["train_confusion"] = confusion_of(made, classes);
  }
  if (const std::string label = label_column(data.train); !label.empty()) document["label"] = label;
  add_classes(document, data, arguments);
  if (data.validation) document["validation_rows"] = rows_of(data.validation);
  json predict_seconds;
  if (data.test) {
    document["test_rows"] = rows_of(data.test);
    const stopwatch predicting;
    const evaluation made = evaluate(fitted, data.test, threads, shown(arguments.test));
    predict_seconds = predicting.seconds();
    document["criteria"] = criteria_of(made);
    if (document["criteria"].contains("error"))
      document["test_error"] = document["criteria"]["error"];
    document["confusion"] = confusion_of(made, classes);
  }
  document["seconds"] = {{"load", load_seconds},
                         {"fit", get_double(fitted, "fit_seconds")},
                         {"predict", predict_seconds}};
  document["curve"] = curve_of(fitted);
  return document;
}

std::string described_training(const json& document, const training_arguments& arguments) {
  std::string text = summary_line("data", shown(arguments.data) + ": " + described_shape(document) +
                                              ", " + described_targets(document));
  if (document.contains("label"))
    text += summary_line("label", described_label(document["label"], arguments));
  text += described_options(document);
  text += described_size(document);
  text += summary_line("objective", described_objective(document));
  text += described_findings(document);
  if (document.contains("class_counts"))
    text += summary_line(
        "classes",
        described_classes({document["classes"], document["class_counts"], document["rows"]}));
  if (!document["classes"].empty())
    text += summary_line("train error",
                         error_for_people(number(document["train_error"]), document["rows"],
                                          document.value("train_confusion", json())));
  if (document.contains("validation_error"))
    text +=
        summary_line("validation",
                     described_validation(document) + " on " +
                         std::to_string(document["validation_rows"].get<std::int64_t>()) + " rows");
  if (document.contains("test_error"))
    text +=
        summary_line("test error", error_for_people(number(document["test_error"]),
                                                    document["test_rows"], document["confusion"]));
  text += summary_line("seconds", seconds_for_people(document["seconds"]));
  if (!arguments.model.empty()) text += summary_line("model", arguments.model);
  text += "\n" + described_evaluation(document);
  const std::string curve = described_curve(document);
  return curve.empty() ? text : text + "\n" + curve;
}

void say_warnings(const json& document, const training_arguments& arguments) {
  const std::string column = "column ";
  for (const json& one : document["warnings"]) {
    const std::string warning = one;
    if (warning.compare(0, column.size(), column) == 0)  // one that is best left out
      say("warning: " + shown(arguments.data) + ": " + warning + "; --ignore " +
          split(warning, ' ')[1] + " leaves it out");
    else
      say("warning: " + warning);
  }
}

}  // namespace program
