// What train and cv share: the command line of a training, the solver and the data it asks for, and
// a fit that can be watched and stopped.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "data_file.hpp"
#include "handles.hpp"
#include "interruption.hpp"
#include "model_report.hpp"
#include "progress_bar.hpp"

namespace program {

struct training_arguments {
  std::string data;
  std::string method = "cgens";
  std::vector<std::string> pools;
  std::vector<std::string> views;
  std::string view_size;
  std::vector<std::string> settings;
  std::string test;
  std::string validation;
  std::string model;
  std::string weights;
  data_options reading;
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

/// A solver with its pools and options: every --set goes to the method, else to the pools.
solver make_solver(const training_arguments& arguments);

/// Says before the fit what saving would say after it.
void check_model_path(const std::string& path);

struct examples {
  dataset train;
  dataset validation;  // empty where none is given
  dataset test;        // the same
};

examples read_examples(const training_arguments& arguments);

/// Progress of a call on a terminal, unless --quiet, and Ctrl-C, which ends it.
class watched_call {
 public:
  watched_call(const solver& with, const training_arguments& arguments);
  ~watched_call();
  watched_call(const watched_call&) = delete;
  watched_call& operator=(const watched_call&) = delete;

 private:
  progress_bar bar_;
  interruption listening_;
  const solver& with_;
};

/// Fits, saves where --model says, measures the error on --test, and tells all of it.
json train(const solver& with, const examples& data, const training_arguments& arguments,
           double load_seconds);

/// The same for people.
std::string described_training(const json& document, const training_arguments& arguments,
                               const examples& data);

/// The warnings of a training, on standard error.
void say_warnings(const json& document);

class stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  }

 private:
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace program
