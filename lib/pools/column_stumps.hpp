// The stumps of one column of the pool of stumps, and which of them is the best: the score of each
// follows from what the residual sums up to over the bins of the column. The pool sums; what a
// column's stumps are is for each kind of column to say.
#pragma once

#include <cstdint>
#include <memory>

#include "core/random.hpp"
#include "data/binned_columns.hpp"
#include "learners/pricing.hpp"
#include "learners/weak_learners.hpp"
#include "pools/pool.hpp"

namespace coppice {

/// What residuals sum up to.
struct residual_sums {
  const double* by_bin;  // scores x bins of the column
  const double* totals;  // scores: over all rows
  std::int64_t scores;
  merit_rule rule;
};

class column_stumps {
 public:
  column_stumps() = default;
  virtual ~column_stumps() = default;
  column_stumps(const column_stumps&) = delete;
  column_stumps& operator=(const column_stumps&) = delete;

  /// Offers the best stump that is not excluded. The candidate of the result is `none` where there
  /// is no such stump; else its value means nothing.
  virtual pricing price(const residual_sums& of) = 0;

  /// After exclude(), offers the best of those left that are unlike what was offered since the last
  /// pricing; `none` where the column cannot tell.
  virtual pricing price_another() { return {}; }

  /// The stump that the last pricing offered; writes its outputs on the training rows.
  virtual std::unique_ptr<weak_learners> choose(float* outputs) const = 0;

  /// Does not offer it again, until the number that is returned is readmitted.
  virtual std::int64_t exclude() = 0;
  virtual void readmit(std::int64_t number) = 0;

  /// Any stump, each as likely as the others; writes its outputs.
  virtual std::unique_ptr<weak_learners> draw(random_numbers& random, float* outputs) const = 0;
};

// Of a column, which outlives them, as the setting does: of a feature of numbers every cut; of a
// category every level against all others; of a category every set of levels.
std::unique_ptr<column_stumps> make_threshold_pricing(const binned_column& column,
                                                      const pool_setting& setting);
std::unique_ptr<column_stumps> make_one_level_pricing(const binned_column& column,
                                                      const pool_setting& setting);
std::unique_ptr<column_stumps> make_level_subset_pricing(const binned_column& column,
                                                         const pool_setting& setting);

/// Where most of the rows' weight is: +1 or -1, or 0 where the outputs of both signs weigh the
/// same, however their sums are rounded.
int heavier_side(const float* outputs, const pool_setting& setting);

}  // namespace coppice
