// What the command line of a training asks for.
#include "training_arguments.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

#include "catalogue.hpp"
#include "input.hpp"
#include "text.hpp"
#include "training.hpp"
#include "views.hpp"

namespace program {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::int64_t features_of(const dataset& data) {
  return get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_features(data.get(), out); });
}

/// Says before the fit what the test would say after it.
void check_columns(const dataset& train, const std::string& train_path, const dataset& other,
                   const std::string& path) {
  const std::vector<std::string> wanted = feature_names(train);
  std::vector<std::string> given = feature_names(other);
  if (wanted.empty() || given.empty()) {
    const std::int64_t wider = features_of(other);
    if (wider > features_of(train))
      throw user_error(shown(path) + " has " + std::to_string(wider) + " features and " +
                       shown(train_path) + " only " + std::to_string(features_of(train)) +
                       "; give --features " + std::to_string(wider));
    return;
  }
  std::sort(given.begin(), given.end());
  for (const std::string& name : wanted)
    if (!std::binary_search(given.begin(), given.end(), name))
      throw user_error(shown(path) + " has no feature \"" + name + "\", which " +
                       shown(train_path) + " has");
}

std::string description_of(const pool& described) {
  return get_text([&](char* out, std::int64_t capacity, std::int64_t* needed) {
    return coppice_pool_describe(described.get(), out, capacity, needed);
  });
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
      .add_option("--pool", arguments.pools,
                  "weak learners to draw from: KIND(name=value)@VIEW,\n"
                  "KIND:name=value@VIEW or union(POOL, ...); may be given again")
      ->option_text("POOL")
      ->allow_extra_args(false);
  command
      .add_option("--set", arguments.settings,
                  "an option of the method or the pools; may be given again")
      ->option_text("name=value")
      ->allow_extra_args(false);
  CLI::Option* const test =
      command.add_option("--test", arguments.test, "labelled data to measure the error on")
          ->option_text("FILE");
  command.add_option("--test-weights", arguments.test_weights, "weights of its rows, one a line")
      ->option_text("FILE")
      ->needs(test);
  command.add_option("--model", arguments.model, "save the model: .json or .cbor")
      ->option_text("FILE");
  command.add_option("--weights", arguments.weights, "weights of the rows of DATA, one a line")
      ->option_text("FILE");
  add_data_options(command, arguments.reading);
  command
      .add_option("--view", arguments.views,
                  "call columns a view, counted from 1; may be given again")
      ->option_text("NAME=FIRST-LAST")
      ->allow_extra_args(false);
  command.add_option("--view-size", arguments.view_size, "views 1, 2, ... of so many columns each")
      ->option_text("N");
  command.add_option("--threads", arguments.threads, "threads to use (default 0: all)")
      ->option_text("N");
  command.add_option("--seed", arguments.seed, "seed of what is drawn at random")->option_text("S");
  command.add_flag("--json", arguments.as_json, "print one JSON object");
  command.add_flag("--quiet", arguments.quiet, "no progress, no summary; errors only");
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
    throw user_error(option + " " + text + ": expected name=value");
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
      throw user_error(place + ": " + nobody + name + "\"" + suggestion(name, of_method));
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

examples read_examples(const training_arguments& arguments) {
  examples read{read_dataset(arguments.data, arguments.reading), nullptr, nullptr};
  set_weights(read.train, arguments.weights);
  add_views(read.train, arguments.views, arguments.view_size);
  const auto read_other = [&](const std::string& path, const std::string& weights) {
    if (path.empty()) return dataset();
    data_options reading = arguments.reading;
    reading.categories.clear();  // those of the training data
    reading.no_label = false;
    dataset other = read_dataset_like(read.train, path, reading);
    set_weights(other, weights);
    check_columns(read.train, arguments.data, other, path);
    return other;
  };
  read.validation = read_other(arguments.validation, arguments.validation_weights);
  read.test = read_other(arguments.test, arguments.test_weights);
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
  std::fputs(("coppice: the labels, " + std::to_string(classes) +
              " whole numbers, are taken for classes; --method " + other->name +
              " predicts them as numbers\n")
                 .c_str(),
             stderr);
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
    check(coppice_method_for(data.train.get(), &method), shown(arguments.data));
    with = make_solver(method, arguments);
    if (!arguments.as_json && !arguments.quiet) tell_of_numeric_classes(data.train, method);
  }
  return {std::move(data), load_seconds, std::move(with)};
}

}  // namespace program
