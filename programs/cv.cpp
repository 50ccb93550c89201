// coppice cv: cross-validates a grid of options, and fits the best of it on all rows.
#include <algorithm>

#include "commands.hpp"
#include "evaluation.hpp"
#include "input.hpp"
#include "model_report.hpp"
#include "model_summary.hpp"
#include "output.hpp"
#include "text.hpp"
#include "training.hpp"

namespace program {
namespace {

struct cv_arguments {
  training_arguments training;
  std::string folds = "5";
  std::vector<std::string> grid;
};

/// Numbers and text that a cross-validation left in the solver, by name.
std::vector<double> get_array(const solver& from, const char* name) {
  return get_numbers([&](double* out, std::int64_t capacity, std::int64_t* needed) {
    return coppice_solver_get_array(from.get(), name, out, capacity, needed);
  });
}

std::string get_string(const solver& from, const char* name) {
  return get_text([&](char* out, std::int64_t capacity, std::int64_t* needed) {
    return coppice_solver_get_string(from.get(), name, out, capacity, needed);
  });
}

void set_grid(const solver& with, const std::vector<std::string>& grid) {
  for (const std::string& given : grid) {
    const auto [name, values] = name_and_value("--grid", given);
    check(coppice_solver_set_grid(with.get(), name.c_str(), values.c_str()), "--grid " + given);
  }
}

/// criterion, path (null for a method that follows no option) and grid, an object a point: its
/// options, the path's best value, the criterion and standard_error.
json described(const solver& from) {
  const auto points = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_solver_grid_size(from.get(), out); });
  const std::string criterion = get_string(from, "cv.criterion_name");
  const std::string path = get_string(from, "cv.path_name");
  const std::vector<double> criteria = get_array(from, "cv.criterion");
  const std::vector<double> standard_errors = get_array(from, "cv.standard_error");
  const std::vector<double> values = get_array(from, "cv.path");
  json grid = json::array();
  for (std::int64_t p = 0; p < points; ++p) {
    if (std::isnan(criteria[p])) continue;  // interrupted before it was finished
    json point = {{"options", json::parse(get_text([&](char* out, std::int64_t capacity,
                                                       std::int64_t* needed) {
                     return coppice_solver_grid_point(from.get(), p, out, capacity, needed);
                   }))}};
    if (!path.empty()) point[path] = json::parse(shortest(values[p]));
    point[criterion] = criteria[p];
    point["standard_error"] = standard_errors[p];
    grid.push_back(std::move(point));
  }
  return {{"criterion", criterion},
          {"path", path.empty() ? json() : json(path)},
          {"grid", std::move(grid)}};
}

/// A table with a column for every option, the path, the criterion and its standard error.
std::string described_points(const json& document) {
  const std::string criterion = document["criterion"];
  const json& path = document["path"];
  std::vector<std::vector<std::string>> rows(1);
  for (const auto& [name, value] : document["grid"][0]["options"].items()) rows[0].push_back(name);
  if (path.is_string()) rows[0].push_back(path);
  rows[0].insert(rows[0].end(), {criterion, "+- se"});
  for (const json& point : document["grid"]) {
    std::vector<std::string> row;
    for (const auto& [name, value] : point["options"].items())
      row.push_back(value.is_string() ? value.get<std::string>() : shortest(number(value)));
    if (path.is_string()) row.push_back(shortest(number(point[path.get<std::string>()])));
    const double reached = number(point[criterion]);
    row.insert(row.end(),
               {criterion_for_people(reached),
                "+- " + standard_error_for_people(number(point["standard_error"]), reached)});
    rows.push_back(std::move(row));
  }
  const std::size_t best = document.value("best", rows.size());
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      std::size_t width = 0;
      for (const std::vector<std::string>& row : rows) width = std::max(width, row[c].size());
      text += (c == 0 ? "" : "  ") + right(rows[r][c], width);
    }
    text += r == best + 1 ? "  best\n" : "\n";
  }
  return text;
}

/// Prints the points that are finished, if any are, and ends.
[[noreturn]] void end_interrupted(const solver& with, std::int64_t folds,
                                  const training_arguments& arguments) {
  const auto points = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_solver_grid_size(with.get(), out); });
  std::size_t finished = 0;
  std::int64_t needed = 0;
  const coppice_status known =
      coppice_solver_get_array(with.get(), "cv.criterion", nullptr, 0, &needed);
  if (known == COPPICE_BUFFER_TOO_SMALL) {
    json document = {{"folds", folds}};
    document.update(described(with));
    finished = document["grid"].size();
    if (arguments.as_json)
      print(printed(document));
    else if (finished > 0)
      print(described_points(document));
  }
  throw user_error("interrupted; nothing was fitted" +
                   (finished > 0 ? ", " + std::to_string(finished) + " of " +
                                       counted(points, "point") + " finished"
                                 : std::string()));
}

/// A class, or all rows, may be too few for the folds.
void check_folds(coppice_status status, const training_arguments& arguments) {
  const std::string message = status == COPPICE_INVALID_DATA ? coppice_last_error() : "";
  if (message.find(" folds needs ") != std::string::npos)
    throw user_error(shown(arguments.data) + ": " + message +
                     "; expected fewer --folds, or more rows");
}

/// The best point of the grid, whose options the solver then has.
std::int64_t cross_validate(const solver& with, const examples& data, std::int64_t folds,
                            const training_arguments& arguments) {
  std::int64_t best = 0;
  coppice_status status = COPPICE_OK;
  {
    const watched_call watched(with, arguments, "fit");
    status = coppice_solver_cross_validate(with.get(), data.train.get(), folds, &best);
    check_folds(status, arguments);
    if (status != COPPICE_CANCELLED) check_labelled(status, data.train, arguments);
  }
  if (status == COPPICE_CANCELLED) end_interrupted(with, folds, arguments);
  return best;
}

void run(const cv_arguments& arguments) {
  const training_arguments& of_training = arguments.training;
  const std::int64_t folds = whole_number("--folds", arguments.folds, 2);
  if (!of_training.model.empty()) check_model_path(of_training.model);
  check_settings(of_training, arguments.grid, true);
  const prepared_training prepared = prepare(of_training);
  const solver& with = prepared.with;
  const examples& data = prepared.data;
  set_grid(with, arguments.grid);

  const stopwatch validating;
  const std::int64_t best = cross_validate(with, data, folds, of_training);
  const double cv_seconds = validating.seconds();
  json document = train(with, data, of_training, prepared.load_seconds);
  document["seconds"]["cross_validation"] = cv_seconds;
  document["folds"] = folds;
  document.update(described(with));
  document["best"] = best;

  if (of_training.as_json) return print(printed(document));
  say_warnings(document, of_training);
  if (of_training.quiet) return;
  const std::string criterion = document["criterion"];
  const double reached = number(document["grid"][best][criterion]);
  const json tested = data.test ? document["criteria"] : json::object();
  const std::string compared = tested.contains(criterion) ? criterion : "error";
  std::string text =
      std::to_string(folds) + "-fold cross-validation in " + fixed(cv_seconds, 3) + " seconds\n" +
      described_points(document) + "\nThe best, fitted on all rows" +
      (data.test ? ": cross-validated " + criterion + " " + criterion_for_people(reached) +
                       ", test " + compared + " " + criterion_for_people(number(tested[compared]))
                 : "") +
      "\n";
  print(text + described_training(document, of_training));
}

}  // namespace

void add_cv(CLI::App& app) {
  auto arguments = std::make_shared<cv_arguments>();
  CLI::App& cv = *app.add_subcommand("cv", "choose options by cross-validation");
  cv.group("Commands");
  add_training_options(cv, arguments->training);
  cv.add_option("-k,--folds", arguments->folds, "parts that are left out in turn (default 5)")
      ->option_text("K");
  cv.add_option("-g,--grid", arguments->grid, "values to try of an option; may be given again")
      ->option_text("name=value,...")
      ->allow_extra_args(false);
  cv.footer(
      "One fit gives the error of every number of learners up to --set learners, or of those that\n"
      "--grid learners=N,... names. The best options are fitted on all rows; --test and --model\n"
      "are about that model. Ctrl-C prints the points that are finished.\n" +
      what_there_is() +
      "\nExample:\n  coppice cv patients.csv --label diagnosis --grid C=0.001,0.01,0.1 --model "
      "best.json");
  cv.callback([arguments] { run(*arguments); });
}

}  // namespace program
