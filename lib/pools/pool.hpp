// A pool: the set H of weak learners that a fit draws from, and the answer to its one question,
// which of them has the largest merit (learners/pricing.hpp). With one residual u this is the
// pricing problem (8) of Shen & Liu,
//
//     h = argmax over h in H, not excluded, of | sum_i u_i h(x_i) |
//
// To add a kind of weak learner, write one file that defines its weak_learners with their
// learner_kind, its pool and a function that returns its pool_kind, and add that function's name to
// the list in registry.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/dataset.hpp"
#include "data/missing_values.hpp"
#include "learners/learner_kind.hpp"
#include "learners/pricing.hpp"
#include "pools/specification.hpp"

namespace coppice {

/// A pool at work in one fit, on one thread at a time.
class pool {
 public:
  pool() = default;
  virtual ~pool() = default;
  pool(const pool&) = delete;
  pool& operator=(const pool&) = delete;

  /// `residual` has rows of as many numbers as it has scores, one for each of the training set. A
  /// merit below `least` is of no use: pools that draw their learners then look for longer.
  virtual pricing price(const residual_rows& residual, double least) = 0;

  /// After exclude(), the best of those left by the same residual, unlike what was excluded since
  /// it was priced: of stumps, one of another feature, or one that a stump chosen earlier divides
  /// from it; of drawn learners, the best of a fresh draw.
  virtual pricing price_another(const residual_rows& residual, double least) {
    return price(residual, least);
  }

  /// Whether the learners that price_another() has are unlike the best. Those grown by the residual
  /// itself are not: one more by the same residual is much like it.
  [[nodiscard]] virtual bool offers_unlike() const { return true; }

  /// The candidate of the last pricing; writes its outputs on the training rows to `column`.
  virtual std::unique_ptr<weak_learners> choose(std::int64_t candidate, float* column) = 0;

  /// Never offers the candidate of the last pricing again. Drawn learners do not come back anyway.
  virtual void exclude(std::int64_t /*candidate*/) {}

  /// Whether readmit() takes learners back.
  [[nodiscard]] virtual bool readmits() const { return false; }

  /// Offers some of those again that were excluded since the last pricing: by their numbers, in the
  /// order in which they were excluded.
  virtual void readmit(const std::vector<std::int64_t>& /*numbers*/) {}

  /// Learners drawn at random, not priced, one each: as many as asked for, none where the pool has
  /// none. Throws COPPICE_INVALID_STATE where they cannot be drawn.
  virtual std::vector<std::unique_ptr<weak_learners>> draw(std::int64_t count) = 0;

  /// All of its learners where it lists them, one each; else none.
  [[nodiscard]] virtual std::vector<std::unique_ptr<weak_learners>> listed() const { return {}; }
};

/// What a pool is made from. All but `wanted` outlives the pool.
struct pool_setting {
  const dataset& examples;
  /// A pool that settles an option on the examples (gamma=0) writes what it settled on.
  pool_specification& wanted;
  thread_team& team;
  progress& report;
  std::uint64_t seed;  // of all that the pool draws
  /// The features that its learners may look at; null for all.
  std::shared_ptr<const std::vector<std::int64_t>> features;
};

/// A row of the registry.
struct pool_kind {
  const char* name;
  const char* help;
  option_table options;
  std::unique_ptr<pool> (*create)(const pool_setting& setting);
  /// The kinds of weak learners that it makes, but for those of other pools.
  std::vector<const learner_kind*> learners;
  /// Whether the features that it looks at may have missing values (NaN).
  bool takes_missing = false;
  /// Whether these features may be categories.
  bool takes_categories = false;
  /// The mean square of its learners' outputs.
  double mean_square = 1;
  /// Else its learners have the same output for all rows.
  bool looks_at_features = true;
  /// The kernel that is half the sum of h(x) h(z) over its learners, where features are numbers
  /// that none lacks; null where there is none.
  const char* half_kernel = nullptr;
  /// Its learners are the features themselves: methods that are linear in them may take these as
  /// they are, not rounded.
  bool is_of_features = false;
};

/// Whether pools of this kind have members.
bool is_union(const pool_kind& kind);

/// The features of the examples whose values the pool that is wanted, or a member of it, cannot do
/// without. Throws COPPICE_UNKNOWN_NAME where the examples do not have its view.
needed_features features_needed(const dataset& examples, const pool_specification& wanted);

/// Throws COPPICE_INVALID_DATA where the pool that is wanted, or a member of it, looks at a feature
/// that is a category and cannot take it, and COPPICE_UNKNOWN_NAME as above.
void check_categories(const dataset& examples, const pool_specification& wanted);

/// Throws COPPICE_INVALID_DATA: "column 5 "city" is a category; pool perceptron cannot take
/// categories; pool stump can", from what it is that cannot, and the remedy.
[[noreturn]] void refuse_category(const dataset& examples, std::int64_t feature,
                                  std::string_view what, std::string_view remedy);

/// The pool that is wanted with "@*" written out: a member that is restricted to every view is
/// there once for each view of the examples, or looks at all features where they have no views.
pool_specification over_views(const pool_specification& wanted, const dataset& examples);

/// The pool that is wanted, at work. Throws COPPICE_UNKNOWN_NAME where the examples do not have its
/// view.
std::unique_ptr<pool> create_pool(const dataset& examples, pool_specification& wanted,
                                  thread_team& team, progress& report, std::uint64_t seed);

}  // namespace coppice
