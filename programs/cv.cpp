// coppice cv: cross-validates a grid of options, and fits the best of it on all rows.
#include <algorithm>
#include <cmath>

#include "commands.hpp"
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

/// An option of the grid and its values; not `learners`, which makes no points.
struct axis {
  std::string name;
  std::vector<std::string> values;
};

/// The values between commas; those within parentheses separate nothing.
std::vector<std::string> values_of(const std::string& text) {
  std::vector<std::string> values(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth <= 0)
      values.emplace_back();
    else
      values.back() += c;
  }
  return values;
}

std::vector<axis> set_grid(const solver& with, const std::vector<std::string>& grid) {
  std::vector<axis> axes;
  for (const std::string& given : grid) {
    const auto [name, values] = name_and_value("--grid", given);
    for (const axis& other : axes)
      if (other.name == name) throw user_error("--grid " + given + ": " + name + " is given twice");
    check(coppice_solver_set_grid(with.get(), name.c_str(), values.c_str()), "--grid " + given);
    if (name != "learners") axes.push_back({name, values_of(values)});
  }
  return axes;
}

/// The three numbers of every point.
std::vector<double> cross_validate(const solver& with, const examples& data, std::int64_t folds,
                                   std::size_t points, const training_arguments& arguments) {
  const watched_call watched(with, arguments);
  std::vector<double> numbers(3 * points);
  std::int64_t needed = 0;
  const coppice_status status =
      coppice_solver_cross_validate(with.get(), data.train.get(), folds, numbers.data(),
                                    static_cast<std::int64_t>(numbers.size()), &needed);
  if (status == COPPICE_CANCELLED) throw user_error("interrupted; nothing was fitted");
  check(status, shown(arguments.data));
  return numbers;
}

/// One object a point: its options, learners, error and standard_error.
json points_of(const std::vector<axis>& axes, const std::vector<double>& numbers) {
  json points = json::array();
  for (std::size_t p = 0; p < numbers.size() / 3; ++p) {
    std::size_t rest = p;
    std::vector<std::string> values(axes.size());
    for (std::size_t a = axes.size(); a-- > 0;) {  // the last varies fastest
      values[a] = axes[a].values[rest % axes[a].values.size()];
      rest /= axes[a].values.size();
    }
    json options = json::object();
    for (std::size_t a = 0; a < axes.size(); ++a) {
      double value = 0;
      if (parse_number(values[a], value))
        options[axes[a].name] = value;
      else
        options[axes[a].name] = values[a];
    }
    points.push_back({{"options", options},
                      {"learners", static_cast<std::int64_t>(numbers[3 * p])},
                      {"error", numbers[3 * p + 1]},
                      {"standard_error", numbers[3 * p + 2]}});
  }
  return points;
}

/// Whether an option that was set to one of these texts has the other: "0.10" is "0.1".
bool same_value(const std::string& a, const std::string& b) {
  double number_of_a = 0;
  double number_of_b = 0;
  return a == b || (parse_number(a, number_of_a) && parse_number(b, number_of_b) &&
                    number_of_a == number_of_b);
}

/// The point that the solver took, by the values that its options have since.
std::size_t best_of(const solver& with, const std::vector<axis>& axes) {
  std::size_t best = 0;
  for (const axis& of : axes) {
    const std::string chosen =
        get_text([&](char* out, std::int64_t capacity, std::int64_t* needed) {
          return coppice_solver_get_string(with.get(), of.name.c_str(), out, capacity, needed);
        });
    const auto at = std::find_if(of.values.begin(), of.values.end(), [&](const std::string& value) {
      return same_value(value, chosen);
    });
    best = best * of.values.size() + static_cast<std::size_t>(at - of.values.begin());
  }
  return best;
}

std::string described_points(const json& points, std::size_t best) {
  std::vector<std::vector<std::string>> rows(1);
  for (const auto& [name, value] : points[0]["options"].items()) rows[0].push_back(name);
  rows[0].insert(rows[0].end(), {"learners", "error", "+- se"});
  for (const json& point : points) {
    std::vector<std::string> row;
    for (const auto& [name, value] : point["options"].items())
      row.push_back(value.is_string() ? value.get<std::string>() : shortest(number(value)));
    row.insert(row.end(), {std::to_string(point["learners"].get<std::int64_t>()),
                           fixed(number(point["error"]), 4),
                           "+- " + fixed(number(point["standard_error"]), 4)});
    rows.push_back(std::move(row));
  }
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

void run(const cv_arguments& arguments) {
  const training_arguments& of_training = arguments.training;
  const std::int64_t folds = whole_number("--folds", arguments.folds, 2);
  if (!of_training.model.empty()) check_model_path(of_training.model);
  const solver with = make_solver(of_training);
  const std::vector<axis> axes = set_grid(with, arguments.grid);
  std::size_t points = 1;
  for (const axis& of : axes) points *= of.values.size();
  const stopwatch loading;
  const examples data = read_examples(of_training);
  const double load_seconds = loading.seconds();

  const stopwatch validating;
  const std::vector<double> numbers = cross_validate(with, data, folds, points, of_training);
  const double cv_seconds = validating.seconds();
  const std::size_t best = best_of(with, axes);
  json document = train(with, data, of_training, load_seconds);
  document["seconds"]["cross_validation"] = cv_seconds;
  document["folds"] = folds;
  document["grid"] = points_of(axes, numbers);
  document["best"] = best;

  if (of_training.as_json) return print(printed(document));
  say_warnings(document);
  if (of_training.quiet) return;
  const double error = number(document["grid"][best]["error"]);
  std::string text = std::to_string(folds) + "-fold cross-validation in " + fixed(cv_seconds, 3) +
                     " seconds\n" + described_points(document["grid"], best) +
                     "\nThe best, fitted on all rows" +
                     (data.test ? ": cross-validated error " + fixed(error, 4) + ", test error " +
                                      fixed(number(document["test_error"]), 4)
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
  cv.add_option("--folds", arguments->folds, "parts that are left out in turn (default 5)")
      ->option_text("K");
  cv.add_option("--grid", arguments->grid, "values to try of an option; may be given again")
      ->option_text("name=value,...")
      ->allow_extra_args(false);
  cv.footer(
      "One fit gives the error of every number of learners up to --set learners, or of those that\n"
      "--grid learners=N,... names. The best options are fitted on all rows; --test and --model\n"
      "are about that model.\n" +
      what_there_is());
  cv.callback([arguments] { run(*arguments); });
}

}  // namespace program
