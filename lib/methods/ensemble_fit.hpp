// A fit of an ensemble: column generation (column_generation.hpp) over the pool that is wanted,
// watched on the validation set, going on where the last fit ended. What sets one such method apart
// from another is its restricted master, and the options that this is made from.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "masters/classified_rows.hpp"
#include "masters/master.hpp"
#include "methods/method.hpp"
#include "methods/training_set.hpp"

namespace coppice {

/// What a method brings to the fit.
struct master_at_start {
  std::unique_ptr<master> restricted;
  std::vector<double> first_residual = {};  // to price the first learner by; empty: the master's
  bool draws = false;  // learners are not priced, but drawn, all of them before the one solve
  std::shared_ptr<const output_code> code = {};  // whose bits it learns; null: the scores
  std::function<double()> optimum = {};  // over all learners of the pool, where it is asked for
};

/// Of the training set and the request's options. Both outlive the master.
using make_master = master_at_start (*)(const training_set& training, const fit_request& request);

/// The rows of a training set of classes; their costs are `cost` times their weights.
classified_rows classified_rows_of(const training_set& training, double cost,
                                   const progress& report);

/// A fit of `of`, which has the options of one of the two functions below.
std::unique_ptr<model> fit_ensemble(const fit_request& request, const method& of, make_master make);

/// What stands when a fit is asked to stop before it has begun: no learners, and no objective.
std::unique_ptr<model> nothing_yet(const fit_request& request, const method& of,
                                   const interruption& asked);

/// How many learners a fully corrective method adds before it solves its master, where nothing is
/// said: as many as their gain allows (column_generation.hpp); or one, as the paper of a method has
/// it that CGEns is compared with.
constexpr const char* by_gain = "0";
constexpr const char* one_an_iteration = "1";

/// A method's own options, and after them those that the fit and what surrounds it go by: of a
/// fully corrective method, and of a stagewise one, of classes or of numbers.
option_table with_corrective_options(option_table own, bool of_classes = true,
                                     const char* columns_per_iteration = by_gain);
option_table with_stagewise_options(option_table own, bool of_classes = true);

}  // namespace coppice
