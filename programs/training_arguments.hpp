// The command line that train and cv share, with the solver and the data that it asks for.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "data_options.hpp"
#include "handles.hpp"

namespace program {

struct training_arguments {
  std::string data;
  std::string method;  // empty for the one that the data ask for
  std::vector<std::string> pools;
  std::vector<std::string> views;
  std::string view_size;
  std::vector<std::string> settings;
  std::string test;
  std::string validation;
  std::string model;
  std::string test_weights;
  std::string validation_weights;
  data_options reading;
  std::string classes;    // of a stream
  std::string state;      // of a stream
  std::string continued;  // a model to add learners to
  std::string threads = "0";
  std::string seed;
  bool as_json = false;
  bool quiet = false;
};

/// Adds the options of all trainings to a command.
void add_training_options(CLI::App& command, training_arguments& arguments);

/// The methods and pools there are, for a command's help.
std::string what_there_is();

/// "name=value" given to `option`, as the two.
std::pair<std::string, std::string> name_and_value(const std::string& option,
                                                   const std::string& text);

/// Says before the fit what saving would say after it.
void check_model_path(const std::string& path);

/// Throws where an option is given twice, or cannot matter: what follows `grid` in
/// cross-validation, and what takes data of validation without any.
void check_settings(const training_arguments& arguments, const std::vector<std::string>& grid,
                    bool cross_validates);

struct examples {
  dataset train;
  dataset validation;  // empty where none is given
  dataset test;        // the same
};

/// A solver by its method, with its pools and options: every --set goes to the method, else to the
/// pools.
solver make_solver(const std::string& method, const training_arguments& arguments);

/// As check(), for what a solver says of the training data: where nobody has said which column is
/// the label, it says which was taken.
void check_labelled(coppice_status status, const dataset& train,
                    const training_arguments& arguments);

/// The data, and a solver for them.
struct prepared_training {
  examples data;
  double load_seconds;
  solver with;
};

prepared_training prepare(const training_arguments& arguments);

}  // namespace program
