// A method: a way to train a model. To add one, write one file that defines a function returning
// its `method`, and add that function's name to the list in registry.cpp.
#pragma once

#include <cstdint>
#include <memory>

#include "core/options.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/dataset.hpp"
#include "kernels/custom_kernel.hpp"
#include "methods/option_path.hpp"
#include "methods/stream.hpp"
#include "methods/task.hpp"
#include "model/model.hpp"
#include "pools/pool.hpp"

namespace coppice {

class common_gram;  // masters/common_gram.hpp

/// What a fit leaves behind so that the next one, with a larger budget, may go on where it stood.
class unfinished_fit {
 public:
  unfinished_fit() = default;
  virtual ~unfinished_fit() = default;
  unfinished_fit(const unfinished_fit&) = delete;
  unfinished_fit& operator=(const unfinished_fit&) = delete;

  /// Whether a fit with these options, which differ from the first ones in budgets only, would give
  /// from here what it gives from the beginning.
  [[nodiscard]] virtual bool can_go_on(const option_values& options) const = 0;
};

/// What a fit is given. All of it outlives the fit and what the fit leaves behind.
struct fit_request {
  const dataset& examples;
  const dataset* validation;  // null for none
  const dataset* test;        // the same
  const option_values& options;
  const pool_specification& pool;
  const custom_kernels& kernels;
  thread_team& team;
  progress& report;
  /// Empty to begin with, else what this method left here last time and can go on from. A method
  /// that cannot go on leaves it alone.
  std::unique_ptr<unfinished_fit>& unfinished;
  common_gram* common = nullptr;  // of fits on parts of a dataset, by a method that has one
};

/// What a method is given beside examples to build its model from.
enum class building_blocks { nothing, pools, kernels };

/// In the public interface: "", "pools" or "kernels".
const char* name_of(building_blocks taken);

/// The default pool of a method without a bias: the constant's weight is the intercept.
inline constexpr const char* stumps_and_constant = "union(stump, constant)";

/// A row of the registry.
struct method {
  const char* name;
  const char* help;
  task_set tasks;
  building_blocks takes;
  option_table options;
  std::unique_ptr<model> (*fit)(const fit_request& request);
  option_path path = {};
  shared_option shared = {};
  const char* default_pool = "stump";  // of a method that takes pools
  /// Begins a stream, and goes on with one as stream::save() left it, which throws
  /// COPPICE_MODEL_ERROR where that does not fit; null where the method learns from whole datasets
  /// only.
  std::unique_ptr<stream> (*begin)(const stream_request& request) = nullptr;
  std::unique_ptr<stream> (*resume)(const stream_request& request, document& saved) = nullptr;
};

/// The value of an option as it stands in documents: a number or text; all values by name.
document document_of(const option_values::value& value);
document document_of(const option_values& options);

/// The tasks of a method, with those that it learns by problems of two classes
/// (several_classes.hpp).
task_set tasks_of(const method& of);

/// The task that a dataset is to a method; throws where there is none.
task task_of(const dataset& examples, const method& to, const progress& report);

/// The part of a model's report that every method fills alike: names, options, sizes, and the
/// classes or the number of outputs.
training_report start_report(const method& method, const fit_request& request);

/// Writes into the report how the pool's options were settled.
void describe_pool(const pool_specification& settled, training_report& report);

/// The value of the option "seed"; 0 where there is none.
std::uint64_t seed_of(const option_values& options);

/// Whether option "class_weight" asks for classes that weigh the same.
bool balances_classes(const option_values& options);

/// Options that methods share, word for word.
option kernel_option(const char* default_text);
option threads_option();
option seed_option();
option learners_option();
option keep_stages_option();
option class_weight_option();
option criterion_option(bool of_classes = true);
option select_option();
option validation_patience_option();
option time_limit_option();
option calibration_option();
option multiclass_option();

}  // namespace coppice
