// What a solver does: fits, each with the settings it has then. A fit's state is kept afterwards,
// with the data, the team and the progress it refers to, so that a fit on the same data that
// differs in its budgets only goes on from there and gives, bit for bit, what one fit would have
// given.
#pragma once

#include <memory>
#include <string_view>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "methods/method.hpp"

namespace coppice {

/// What a user asks of a solver.
struct solver_settings {
  const method* training_method;
  option_values options;
  pool_specification pool;
  custom_kernels kernels;
  std::shared_ptr<const dataset> validation;  // null for none
  std::shared_ptr<const dataset> test = {};   // the same
};

/// Those that a solver begins with.
solver_settings default_settings(const method& of);

/// The options that say what the value of `name` is: the method's or, where it has none of this
/// name, the pool's.
const option_values& options_with(const solver_settings& settings, std::string_view name);

/// Whether a fit may run the caller's callbacks, which is done on the calling thread alone.
bool calls_back(const solver_settings& settings);

class training {
 public:
  training(solver_settings settings, std::shared_ptr<const dataset> examples);

  /// Whether a fit may go on from here: on the same data, and with options that differ in budgets
  /// and threads only. Pool and validation set must be those it was made with.
  [[nodiscard]] bool can_go_on(const option_values& options, const dataset& examples) const;

  /// After an exception there is nothing to go on from.
  std::unique_ptr<model> run(const option_values& options, const listener& told);

 private:
  solver_settings settings_;
  std::shared_ptr<const dataset> examples_;
  thread_team team_{1};
  progress report_;
  std::unique_ptr<unfinished_fit> unfinished_;  // the last: it goes first
  double seconds_ = 0;
};

/// Fits, going on from `kept` where that is possible; leaves there what the next fit may go on
/// from.
std::unique_ptr<model> fit(const solver_settings& settings, std::shared_ptr<const dataset> examples,
                           const listener& told, std::unique_ptr<training>& kept);

}  // namespace coppice
