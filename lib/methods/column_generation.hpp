// Column generation, the one loop behind every fully corrective method (algorithm 1 of Shen &
// Liu): solve the restricted master, ask the pool for the learner whose dual constraint is violated
// most, add it, and go on until none is, or there are enough. It knows neither which master nor
// which pool it drives.
//
// Bounds. For a finite pool the master's dual point, put into the dual of the problem over the
// whole pool, loses half the sum of squared scores outside; this may rise or fall from one
// iteration to the next, so the best so far is the certificate. For an infinite pool there is none,
// and the gap is that of the restricted master.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/progress.hpp"
#include "masters/master.hpp"
#include "model/ensemble.hpp"
#include "pools/pool.hpp"

namespace coppice {

struct column_generation {
  std::int64_t rows;      // of the training set
  std::int64_t learners;  // J_max
  double epsilon;         // stop when the best |score| is below
  bool keep_stages;
  const double* first_residual;  // to price the first learner with; null for the empty master's
};

/// Runs to the end and fills what it learned about the training into `report`. Asked to stop, it
/// returns what stood after the last whole iteration; asked to cancel, it throws.
ensemble_parts generate_columns(const column_generation& setting, master& restricted,
                                const std::function<std::unique_ptr<pool>()>& make_pool,
                                progress& callback, training_report& report);

}  // namespace coppice
