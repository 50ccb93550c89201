// A method: a way to train a model. To add one, write one file that defines a function returning
// its `method`, and add that function's name to the list in registry.cpp.
#pragma once

#include <chrono>
#include <memory>

#include "core/options.hpp"
#include "core/progress.hpp"
#include "data/dataset.hpp"
#include "model/model.hpp"
#include "pools/pool.hpp"

namespace coppice {

/// What a fit is given; all of it outlives the fit.
struct fit_request {
  const dataset& examples;
  const option_values& options;
  const pool_specification& pool;
  progress& report;
  std::chrono::steady_clock::time_point started;
};

/// A row of the registry.
struct method {
  const char* name;
  const char* help;
  option_table options;
  std::unique_ptr<model> (*fit)(const fit_request& request);
};

/// The part of a model's report that every method fills alike: names, options, sizes, seconds.
training_report start_report(const method& method, const fit_request& request);
void finish_report(const fit_request& request, training_report& report);

/// Options that methods share, word for word.
option threads_option();
option seed_option();
option learners_option();
option keep_stages_option();
option class_weight_option();

}  // namespace coppice
