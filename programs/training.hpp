// What train and cv share once they have a solver and data: a fit that can be watched and stopped,
// and the account of it.
#pragma once

#include <chrono>
#include <string>

#include "handles.hpp"
#include "interruption.hpp"
#include "model_report.hpp"
#include "progress_bar.hpp"
#include "training_arguments.hpp"

namespace program {

/// Progress of a call on a terminal, unless --quiet, counted in this unit, and Ctrl-C, which ends
/// it.
class watched_call {
 public:
  watched_call(const solver& with, const training_arguments& arguments,
               const char* unit = "iteration");
  ~watched_call();
  watched_call(const watched_call&) = delete;
  watched_call& operator=(const watched_call&) = delete;

 private:
  progress_bar bar_;
  interruption listening_;
  const solver& with_;
};

/// Fits, saves where --model says, measures the error on --test, and tells all of it. With a model
/// that is continued the first learners must be its.
json train(const solver& with, const examples& data, const training_arguments& arguments,
           double load_seconds, const model* continued = nullptr);

/// The same for people.
std::string described_training(const json& document, const training_arguments& arguments);

/// The warnings of a training, on standard error.
void say_warnings(const json& document, const training_arguments& arguments);

class stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  }

 private:
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace program
