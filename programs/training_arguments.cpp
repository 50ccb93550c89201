// What the command line of a training asks for.
#include "training_arguments.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <optional>

#include "catalogue.hpp"
#include "data_file.hpp"
#include "input.hpp"
#include "output.hpp"
#include "row_numbers.hpp"
#include "text.hpp"
#include "training.hpp"
#include "views.hpp"

namespace program {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string description_of(const pool& described) {
  return get_text([&](char* out, std::int64_t capacity, std::int64_t* needed) {
    return coppice_pool_describe(described.get(), out, capacity, needed);
  });
}

/// Where nobody has said which column is the label, that is what may be wrong.
std::string hint_at_label(const dataset& train, const training_arguments& arguments) {
  const std::string label = label_column(train);
  if (label.empty() || arguments.reading.label) return "";
  return "\nthe first column, \"" + label +
         "\", was taken for the label; --label NAME takes another";
}

/// "methods svm, svr", those that have an option of this name; "" for none.
std::string methods_with(const std::string& name) {
  std::vector<std::string> names;
  for (const catalogue_entry& method : entries_of(COPPICE_METHODS))
    if (std::any_of(method.options.begin(), method.options.end(),
                    [&](const option_row& option) { return option.name == name; }))
      names.push_back(method.name);
  if (names.empty()) return "";
  return (names.size() == 1 ? "method " : "methods ") + joined(names, ", ");
}

/// Whether the setting is one of those below with its default, and so wants nothing.
bool is_default(const std::string& setting) {
  return setting == "validation_patience=0" || setting == "select=best" ||
         setting == "criterion=error" || setting == "criterion=squared_error";
}

/// The names of the options that the pool has, or a member of it.
std::vector<std::string> pool_option_names(const pool& of) {
  std::vector<std::string> names;
  if (!of) return names;
  for (const catalogue_entry& kind : entries_of(COPPICE_POOLS))
    for (const option_row& option : kind.options)
      if (!contains(names, option.name) &&
          coppice_pool_get_string(of.get(), option.name.c_str(), nullptr, 0, nullptr) !=
              COPPICE_UNKNOWN_NAME)
        names.push_back(option.name);
  return names;
}

}  // namespace

void add_training_options(CLI::App& command, training_arguments& arguments) {
  command.add_option("DATA", arguments.data, data_help)->required()->option_text(" ");
  command
      .add_option("--method", arguments.method,
                  "training method (default cgens for two classes,\ncgens-sls for more)")
      ->option_text("NAME");
  command
      .add_option("-p,--pool", arguments.pools,
                  "weak learners to draw from: KIND(name=value)@VIEW,\n"
                  "KIND:name=value@VIEW or union(POOL, ...); may be given again")
      ->option_text("POOL")
      ->allow_extra_args(false);
  command
      .add_option("-s,--set", arguments.settings,
                  "an option of the method or the pools; may be given again")
      ->option_text("name=value")
      ->allow_extra_args(false);
  CLI::Option* const test =
      command.add_option("-t,--test", arguments.test, "labelled data to measure the error on")
          ->option_text("FILE");
  command
      .add_option("--test-weights", arguments.test_weights,
                  "weights of its rows: a column, or a file of one a line")
      ->option_text("NAME|FILE")
      ->needs(test);
  command.add_option("-m,--model", arguments.model, "save the model: .json or .cbor")
      ->option_text("FILE");
  command
      .add_option("--weights", arguments.reading.weights,
                  "weights of the rows of DATA: a column, or a file of one a line")
      ->option_text("NAME|FILE");
  add_data_options(command, arguments.reading, "the first");
  command
      .add_option("--view", arguments.views,
                  "call columns a view, by name or number; may be given again")
      ->option_text("NAME=FIRST-LAST")
      ->allow_extra_args(false);
  command.add_option("--view-size", arguments.view_size, "views 1, 2, ... of so many columns each")
      ->option_text("N");
  command.add_option("--threads", arguments.threads, "threads to use (default 0: all)")
      ->option_text("N");
  command.add_option("--seed", arguments.seed, "seed of what is drawn at random")->option_text("S");
  command.add_flag("-j,--json", arguments.as_json, "print one JSON object");
  command.add_flag("-q,--quiet", arguments.quiet, "no progress, no summary; errors only");
}

std::string what_there_is() {
  constexpr std::size_t width = 78;
  return wrapped("Methods: " + joined(names_of(entries_of(COPPICE_METHODS)), ", ") + ".", width,
                 2) +
         "\n" +
         wrapped("Pools: " + joined(names_of(entries_of(COPPICE_POOLS)), ", ") + ".", width, 2) +
         "\n" +
         wrapped("Kernels of method svm: " + joined(names_of(entries_of(COPPICE_KERNELS)), ", ") +
                     ". Their options: coppice methods.",
                 width, 2);
}

std::pair<std::string, std::string> name_and_value(const std::string& option,
                                                   const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw user_error(option + " " + text + ": expected name=value" +
                     (option == "--grid" ? ",..." : ""));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void check_model_path(const std::string& path) {
  const auto ends_in = [&](const std::string& end) {
    return path.size() > end.size() && path.compare(path.size() - end.size(), end.size(), end) == 0;
  };
  if (!ends_in(".json") && !ends_in(".cbor"))
    throw user_error("--model " + path + ": expected a name that ends in .json or .cbor");
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    throw user_error("--model " + path + ": cannot write in " + folder + ": " +
                     std::strerror(errno));
}

void check_labelled(coppice_status status, const dataset& train,
                    const training_arguments& arguments) {
  if (status != COPPICE_INVALID_DATA && status != COPPICE_INVALID_STATE &&
      status != COPPICE_UNAVAILABLE)
    return check(status, shown(arguments.data));
  const std::string message = coppice_last_error();  // before the next call
  throw user_error(shown(arguments.data) + ": " + message + hint_at_label(train, arguments));
}

void check_settings(const training_arguments& arguments, const std::vector<std::string>& grid,
                    bool cross_validates) {
  std::vector<std::string> names;
  if (!arguments.seed.empty()) names.emplace_back("seed");
  if (arguments.threads != "0") names.emplace_back("threads");
  const auto take = [&](const std::string& option, const std::string& given) {
    std::string name = name_and_value(option, given).first;
    if (contains(names, name))
      throw user_error(option + " " + given + ": " + name + " is given twice; expected it once");
    names.push_back(name);
    return name;
  };
  for (const std::string& setting : arguments.settings) {
    const std::string name = take("--set", setting);
    if (is_default(setting)) continue;
    const std::string place = "--set " + setting + ": ";
    if (name == "validation_patience" && arguments.validation.empty())
      throw user_error(place + "there is no validation set to be patient with; " +
                       (cross_validates ? "cv stops no fit early" : "--validation FILE gives one"));
    if (name == "select" && !cross_validates)
      throw user_error(place + "selects in cross-validation, coppice cv");
    if (name == "criterion" && !cross_validates && arguments.validation.empty())
      throw user_error(
          place + "a criterion chooses on a validation set, --validation FILE, or in coppice cv");
  }
  for (const std::string& given : grid) take("--grid", given);
}

solver make_solver(const std::string& method, const training_arguments& arguments) {
  coppice_solver* solver_handle = nullptr;
  check(coppice_solver_create(method.c_str(), &solver_handle), "--method");
  solver made(solver_handle);
  coppice_pool* pool_handle = nullptr;
  const std::string pools =
      arguments.pools.empty() ? default_pool(method) : joined(arguments.pools, ";");
  if (!pools.empty()) check(coppice_pool_create(pools.c_str(), &pool_handle), "--pool");
  const pool drawn_from(pool_handle);

  std::vector<std::string> of_method = option_names(COPPICE_METHODS, method);
  const std::vector<std::string> of_pool = pool_option_names(drawn_from);
  if (contains(of_method, "threads"))
    check(coppice_solver_set_string(made.get(), "threads", arguments.threads.c_str()), "--threads");
  if (!arguments.seed.empty())
    check(coppice_solver_set_string(made.get(), "seed", arguments.seed.c_str()), "--seed");
  for (const std::string& setting : arguments.settings) {
    const std::string place = "--set " + setting;
    const auto [name, value] = name_and_value("--set", setting);
    if (contains(of_method, name)) {
      check(coppice_solver_set_string(made.get(), name.c_str(), value.c_str()), place);
    } else if (contains(of_pool, name)) {
      check(coppice_pool_set_string(drawn_from.get(), name.c_str(), value.c_str()), place);
    } else {
      of_method.insert(of_method.end(), of_pool.begin(), of_pool.end());
      const std::string nobody = drawn_from ? "neither method " + method + " nor pool " +
                                                  description_of(drawn_from) + " has an option \""
                                            : "method " + method + " has no option \"";
      const std::string others = methods_with(name);
      const std::string listing = "; coppice methods " + method + " lists those of the method";
      throw user_error(place + ": " + nobody + name + "\"" +
                       (others.empty() ? suggestion(name, of_method, listing.c_str())
                                       : "; it is one of " + others));
    }
  }
  if (drawn_from) check(coppice_solver_set_pool(made.get(), drawn_from.get()), "--pool");
  return made;
}

namespace {

/// Throws where no method takes the settings: which one it will be, the data decide.
void check_for_any_method(const training_arguments& arguments) {
  std::exception_ptr first;
  for (const std::string& method : names_of(entries_of(COPPICE_METHODS))) {
    try {
      make_solver(method, arguments);
      return;
    } catch (const user_error&) {
      if (!first) first = std::current_exception();
    }
  }
  std::rethrow_exception(first);
}

/// Names that differ in nearly every row are not classes, but what a row is called by, and so are
/// numbers that number the rows.
void check_label(const dataset& train, const training_arguments& arguments) {
  constexpr std::int64_t fewest_rows = 20;
  const std::int64_t rows = rows_of(train);
  const auto classes = static_cast<std::int64_t>(class_names(train).size());
  const auto numbers = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_outputs(train.get(), out); });
  const std::string place =
      shown(arguments.data) + ": the labels, column \"" + label_column(train) + "\", ";
  if (!arguments.reading.label && !label_column(train).empty() && labels_number_rows(train))
    throw user_error(place + "number the rows; --label NAME names the column to learn");
  if (numbers > 0 || rows < fewest_rows || 2 * classes <= rows) return;
  throw user_error(place + "are " + std::to_string(classes) + " different texts in " +
                   counted(rows, "row") +
                   "; expected classes, each of several rows: --label NAME names their column");
}

/// Tells of columns of CSV that number the rows, each with the option that leaves it out.
void tell_of_row_numbers(const dataset& train, const training_arguments& arguments) {
  const std::vector<std::string> names = feature_names(train);
  for (const std::int64_t feature : numbering_features(train)) {
    const std::string number = std::to_string(get_value<std::int64_t>([&](std::int64_t* out) {
      return coppice_dataset_feature_column(train.get(), feature, out);
    }));
    const std::string column = "column " + number;
    const bool named = !names.empty() && names[feature] != column;
    say("warning: " + shown(arguments.data) + ": " + column +
        (named ? " \"" + names[feature] + "\"" : "") +
        " numbers the rows, which tells nothing of others; --ignore " + number + " leaves it out");
  }
}

dataset read_like(const dataset& train, const std::string& path, const std::string& weights,
                  const training_arguments& arguments) {
  if (path.empty()) return {};
  data_options reading = arguments.reading;
  reading.categories.clear();  // those of the training data, as all columns are
  reading.ignored.clear();
  reading.id.reset();
  // Rows to measure an error on have a label where those of training have none.
  reading.label = reading.no_label ? std::optional<std::string>("1") : std::nullopt;
  reading.no_label = false;
  reading.weights = weights;
  dataset other = read_dataset_like(train, path, reading);
  const auto outputs = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_outputs(other.get(), out); });
  if (outputs == 0 && class_names(other).empty())
    throw user_error(shown(path) + ": line 1: there is no column \"" + label_column(train) +
                     "\", which is the label of " + shown(arguments.data) +
                     "; --label NAME names it");
  return other;
}

examples read_examples(const training_arguments& arguments) {
  examples read{read_dataset(arguments.data, arguments.reading), nullptr, nullptr};
  check_label(read.train, arguments);
  tell_of_row_numbers(read.train, arguments);
  add_views(read.train, arguments.views, arguments.view_size);
  read.validation =
      read_like(read.train, arguments.validation, arguments.validation_weights, arguments);
  read.test = read_like(read.train, arguments.test, arguments.test_weights, arguments);
  return read;
}

bool is_of_numbers(const catalogue_entry& method) {
  return contains(method.tasks, "numbers") && !contains(method.tasks, "classes");
}

/// Labels that are many numbers, and that the method chosen for them takes for classes, may have
/// been meant as numbers.
void tell_of_numeric_classes(const dataset& data, const std::string& chosen) {
  constexpr std::int64_t many = 20;
  const auto outputs = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_outputs(data.get(), out); });
  const auto classes = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_classes(data.get(), out); });
  if (outputs == 0 || classes <= many) return;
  const std::vector<catalogue_entry> methods = entries_of(COPPICE_METHODS);
  const auto other = std::find_if(methods.begin(), methods.end(), is_of_numbers);
  const bool is_chosen = std::any_of(methods.begin(), methods.end(), [&](const auto& method) {
    return method.name == chosen && is_of_numbers(method);
  });
  if (other == methods.end() || is_chosen) return;
  say("the labels, " + std::to_string(classes) +
      " whole numbers, are taken for classes; --method " + other->name +
      " predicts them as numbers");
}

}  // namespace

prepared_training prepare(const training_arguments& arguments) {
  whole_number("--threads", arguments.threads);
  solver with;
  // Before a file is read that may be large: what is wrong with the options is then said at once.
  if (arguments.method.empty())
    check_for_any_method(arguments);
  else
    with = make_solver(arguments.method, arguments);
  const stopwatch loading;
  examples data = read_examples(arguments);
  const double load_seconds = loading.seconds();
  if (!with) {
    const char* method = nullptr;
    check_labelled(coppice_method_for(data.train.get(), &method), data.train, arguments);
    with = make_solver(method, arguments);
    if (!arguments.as_json && !arguments.quiet) tell_of_numeric_classes(data.train, method);
  }
  return {std::move(data), load_seconds, std::move(with)};
}

}  // namespace program
