// Column generation, the one loop behind every fully corrective method (algorithm 1 of Shen &
// Liu): solve the restricted master, ask the pool for the learner whose dual constraint is violated
// most, add it, and go on until none is, or there are enough. It knows neither which master nor
// which pool it drives.
//
// Bounds. For a finite pool the master's dual point, put into the dual of the problem over the
// whole pool, gives a bound by what pricing found outside (master::bound); this may rise or fall
// from one iteration to the next, so the best so far is the certificate; while few learners are
// chosen it may say less than what every master knows without work. For an infinite pool there
// is none, and the gap is that of the restricted master; that no learner it drew has the least
// merit ends the generation, but proves nothing about those not drawn.
//
// Several learners may be added before the master is solved again. The weights are those of the
// optimum over all learners either way; only which ones are chosen differs. How many may be left to
// what is gained (columns_per_iteration=0): as many as would lower the objective by 3 percent if
// each did as much as those of the iteration before, but at most five and a fifth of the learners
// so far, and 128. Where the master can compare learners and the pool lists its own, they are
// chosen together (compared_learners.hpp). Measured with 500 stumps on eight tables, with two
// losses and at the C that cross-validation chooses: objectives from 0.7 percent below those of one
// at a time to 0.1 above, in 0.1 to 0.35 of the time. With other masters and pools those are taken
// whose merit is at least seven tenths of the best one's, for a fall of 0.7 percent at most and up
// to a tenth of the learners so far: they resemble one another, so that more of them gain less.
// Trees come one by one: where several are grown by one residual they are alike, and a fit took 1.1
// to 2 times as long, mostly to a higher objective, by half of it at worst. So do custom learners,
// which are fitted to the residual as well.
//
// Going on. A fit that ends within an iteration, since `learners` are no more, leaves the master
// unsolved with the learners chosen so far, and the pool with what it offers next. The model is
// that of a copy of the master, solved apart, so that the next fit can complete the iteration as if
// it had not been cut. Its bound is that of the iteration before: to price with the copy's residual
// would change what the pool offers.
//
// Best round. With a validation set the model is that of the iteration with the best criterion on
// it, the earliest of equals, with the weights and the bound it had then.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/progress.hpp"
#include "masters/master.hpp"
#include "methods/compared_learners.hpp"
#include "methods/validation_set.hpp"
#include "model/ensemble.hpp"
#include "pools/pool.hpp"

namespace coppice {

/// What stays the same however often a generation goes on; all it points to outlives it.
struct column_generation {
  std::int64_t rows;  // of the training set
  double epsilon;     // stop when the best merit, over the master's threshold, is a smaller share
                      // of the residual's size than this share of what it was at the start
  std::int64_t columns_per_iteration;  // 0: by what is gained
  bool keep_stages;
  std::vector<double> first_residual;  // to price the first learner by; empty: the master's
  master& restricted;
  std::function<std::unique_ptr<pool>()> make_pool;
  validation_set* validation;  // null for none
  validation_set* test;        // the same
  thread_team& team;
  const progress& report;
};

/// How far to go this time.
struct generation_limits {
  std::int64_t learners;  // J_max
  std::int64_t patience;  // iterations without a better criterion; 0 for any number
};

class column_generator {
 public:
  explicit column_generator(column_generation setting);

  /// Goes on from where it stands to the limits, and fills what it learned about the training into
  /// `report`. Asked to stop, it returns what stood after the last iteration; asked to cancel, it
  /// throws.
  ensemble_parts run(const generation_limits& limits, training_report& report);

  /// Whether run() would do, with these limits, what it had done had they been given at first: not
  /// where it was interrupted within an iteration, nor where it has gone as far.
  [[nodiscard]] bool can_go_on(const generation_limits& limits) const {
    return stands_ && chosen() <= limits.learners && returned_ < limits.learners;
  }

 private:
  /// The model of an iteration, and what the report says of it.
  struct round {
    ensemble_stage stage;
    curve_point point;
    std::string excess;  // of the last master that did not reach its tolerance, as a warning
  };

  [[nodiscard]] std::int64_t iterations() const { return static_cast<std::int64_t>(curve_.size()); }
  [[nodiscard]] std::int64_t learners() const {
    return static_cast<std::int64_t>(learners_.size());
  }
  /// With those of the iteration that is under way.
  [[nodiscard]] std::int64_t chosen() const {
    return learners() + static_cast<std::int64_t>(pending_.size());
  }
  [[nodiscard]] std::int64_t best_iteration() const {
    return static_cast<std::int64_t>(best_round_.point.iteration);
  }
  [[nodiscard]] double least_merit() const;
  void start();
  [[nodiscard]] std::int64_t learners_an_iteration() const;
  [[nodiscard]] bool wants_another() const;
  [[nodiscard]] bool compares() const;
  bool choose(std::int64_t most);
  void begin_iteration();
  void take_another();
  [[nodiscard]] std::int64_t iterations_to_come(std::int64_t missing) const;
  void price();
  [[nodiscard]] static round solution(const master& solved);
  [[nodiscard]] round look_at(const master& solved, bool ahead);
  [[nodiscard]] double bound_by(const master& solved) const;
  [[nodiscard]] bool is_best(const round& now) const;
  void accept();
  void look_ahead(std::optional<round>& ahead);
  [[nodiscard]] std::string warning(const master& solved) const;
  void tell(const round& now) const;
  [[nodiscard]] const char* reason_to_stop(const generation_limits& limits) const;
  ensemble_parts finished(const std::optional<round>& ahead, training_report& report);

  column_generation setting_;
  std::unique_ptr<pool> pool_;
  std::vector<float> column_;
  std::vector<std::unique_ptr<weak_learners>> learners_;  // one each, in the order of choice
  std::vector<std::unique_ptr<weak_learners>> pending_;   // of the iteration that is under way
  std::int64_t wanted_ = 0;                               // how many it has at most
  std::optional<compared_learners> compared_;  // where the pending ones are the first of these
  double first_merit_ = 0;                     // of its learners, the first one's
  pricing best_;                               // by the last residual
  bool priced_by_first_ = false;  // the pool last saw the first residual, not the master's
  double residual_size_ = 0;      // sum of its magnitudes, of the one that was priced last
  double least_share_ = 0;  // of that, which a merit exceeds the master's threshold by to be of use
  double priced_bound_ = 0;  // of the last pricing, over the whole pool; NaN where there is none
  double bound_ = -std::numeric_limits<double>::infinity();
  round last_;
  round best_round_;  // on the validation set
  std::vector<ensemble_stage> stages_;
  learning_curve curve_;
  bool stands_ = false;        // where it may go on: between two iterations, or two learners of one
  std::int64_t returned_ = 0;  // learners up to the last iteration of the model returned last
  std::int64_t learners_wanted_ = 0;
};

}  // namespace coppice
