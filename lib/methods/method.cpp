#include "methods/method.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "kernels/specification.hpp"
#include "model/criteria.hpp"
#include "pools/custom.hpp"

namespace coppice {

document document_of(const option_values& options) {
  document result = document::object_type();
  for (const option_values::value& value : options.all())
    result.add(value.declared->name, document_of(value));
  return result;
}

namespace {

document document_of(const pool_specification& pool) {
  document result = document().with("kind", pool.kind->name);
  if (pool.custom) result.add("name", pool.custom->name);
  result.add_all(document_of(pool.options));
  if (!pool.view.empty()) result.add("view", pool.view);
  if (!is_union(*pool.kind)) return result;
  document members = document::array_type();
  for (const pool_specification& member : pool.members) members.push_back(document_of(member));
  result.add("members", std::move(members));
  return result;
}

}  // namespace

document document_of(const option_values::value& value) {
  if (value.declared->type == option_type::integer) return static_cast<std::int64_t>(value.number);
  if (value.declared->type == option_type::real) return value.number;
  return value.text;
}

void describe_pool(const pool_specification& settled, training_report& report) {
  report.options.set("pool", document_of(settled));
  report.pools = texts_of_members(settled);
}

training_report start_report(const method& method, const fit_request& request) {
  training_report report;
  report.method = method.name;
  report.options = document_of(request.options);
  if (method.takes == building_blocks::pools) describe_pool(request.pool, report);
  const task learned = task_of(request.examples, method, progress());
  if (learned == task::one_class)
    report.classes = class_labels::from_numbers({-1, 1});
  else if (is_of_classes(learned))
    report.classes = request.examples.classes();
  else
    report.outputs = request.examples.targets().outputs();
  report.features = request.examples.features();
  report.names = request.examples.names();
  report.levels = request.examples.levels();
  report.table = request.examples.table();
  return report;
}

const char* name_of(building_blocks taken) {
  if (taken == building_blocks::nothing) return "";
  return taken == building_blocks::pools ? "pools" : "kernels";
}

task_set tasks_of(const method& of) {
  const bool by_problems = std::any_of(of.options.begin(), of.options.end(), [](const option& one) {
    return std::string_view(one.name) == "multiclass";
  });
  return by_problems ? of.tasks.with(task::classes) : of.tasks;
}

task task_of(const dataset& examples, const method& to, const progress& report) {
  return task_of(examples, tasks_of(to), to.name, report);
}

std::uint64_t seed_of(const option_values& options) {
  return options.has("seed") ? static_cast<std::uint64_t>(options.integer("seed")) : 0;
}

bool balances_classes(const option_values& options) {
  return options.has("class_weight") && options.choice("class_weight") == "balanced";
}

option kernel_option(const char* default_text) {
  return text_option(
      "kernel", default_text, [](std::string_view text) { parse_kernel(text); },
      "a kernel, such as gaussian(gamma=0.1)", "the kernel, one of the list of kernels");
}

option threads_option() {
  return integer_option(
      "threads", "1", 0, "threads >= 0",
      "threads to use, 256 at most, 0 for all; the model is the same for every number");
}

option seed_option() {
  return integer_option("seed", "0", 0, "seed >= 0",
                        "seed of what is drawn at random; the same seed gives the same model");
}

option learners_option() {
  return integer_option("learners", "500", 1, "learners >= 1",
                        "most weak learners to choose (J_max)");
}

option class_weight_option() {
  return choice_option("class_weight", "none", "none|balanced",
                       "multiply the weights of rows so that all classes weigh the same");
}

option criterion_option(bool of_classes) {
  const auto names_of = [](bool wanted) {
    std::string names;
    for (const criterion& row : criteria())
      if (row.of_classes == wanted) names += text(names.empty() ? "" : "|", row.name);
    return names;
  };
  static const std::string for_classes = names_of(true);
  static const std::string for_numbers = names_of(false);
  return choice_option("criterion", of_classes ? "error" : "squared_error",
                       (of_classes ? for_classes : for_numbers).c_str(),
                       "what validation and cross-validation choose by, weighted by the rows' own "
                       "weights");
}

option select_option() {
  return choice_option("select", "best", "best|one-standard-error",
                       "what cross-validation chooses: the best, or the simplest within one "
                       "standard error of it, the smallest value of the path");
}

option validation_patience_option() {
  return integer_option(
      "validation_patience", "0", 0, "validation_patience >= 0",
      "stop after so many iterations without a better criterion on the validation "
      "set; 0: never");
}

option time_limit_option() {
  return real_option("time_limit", "0", 0, false, std::numeric_limits<double>::infinity(),
                     "time_limit >= 0",
                     "stop after so many seconds and keep the best model so far; 0: never");
}

option calibration_option() {
  return choice_option("calibration", "none", "none|platt",
                       "fit probabilities to the decision values of rows left out, in 5 folds");
}

option multiclass_option() {
  return choice_option("multiclass", "one-against-one", "one-against-one|one-against-rest",
                       "how more than two classes become problems of two: every pair, or every "
                       "class against all others");
}

option keep_stages_option() {
  return choice_option("keep_stages", "no", "no|yes",
                       "keep the weights of every iteration, for staged prediction");
}

}  // namespace coppice
