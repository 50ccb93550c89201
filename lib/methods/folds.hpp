// Folds: the rows dealt out at random so that every part has its share of every class, and the fits
// that leave one part out each.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/dataset.hpp"
#include "methods/training.hpp"

namespace coppice {

/// Both sets share the values of the whole.
struct fold {
  std::vector<std::int64_t> held_out_rows;  // of the whole, ascending
  std::unique_ptr<dataset> training;
  std::unique_ptr<dataset> held_out;
};

/// Throws unless there are 2 folds at least and no more than rows.
void check_folds(const dataset& examples, std::int64_t folds);

/// The fold of every row, -1 for rows of weight 0; sizes, of a class and of all, differ by at most
/// 1. The rows of one class after the other, or all rows where numbers are learned, are shuffled,
/// the last place first, and dealt out in turn. Throws where a class has fewer rows than there are
/// folds, which `purpose` is about.
std::vector<std::int64_t> deal_folds(const dataset& examples, bool of_classes, std::int64_t folds,
                                     std::uint64_t seed, const char* purpose,
                                     const progress& report);

/// All rows that were dealt out.
std::unique_ptr<dataset> rows_dealt(const dataset& examples,
                                    const std::vector<std::int64_t>& fold_of,
                                    const progress& report);

fold make_fold(const dataset& examples, const std::vector<std::int64_t>& fold_of,
               std::int64_t which, const progress& report);

/// Settings with which a fit on a fold is one of many: serial, silent, and with no end but its
/// learners'.
void make_plain(solver_settings& settings);

/// Hands over the request of one fit of many on a dataset, for the thread that calls, interrupted
/// when `whole` is; `common` is what the many have in common, null for nothing.
void request_part(const solver_settings& settings, const dataset& examples,
                  const dataset* validation, const progress& whole, common_gram* common,
                  const std::function<void(const fit_request&)>& use);

/// The fit of such a request.
std::unique_ptr<model> fit_part(const solver_settings& settings, const dataset& examples,
                                const dataset* validation, const progress& whole,
                                common_gram* common = nullptr);

/// Calls task(0) .. task(tasks - 1) on a team, and `tell` with how many are done. When `whole` is
/// interrupted, so are the tasks, and this throws what it was asked.
void run_parts(std::int64_t tasks, thread_team& team, const progress& whole,
               const std::function<void(std::int64_t)>& task,
               const std::function<void(std::int64_t)>& tell = nullptr);

}  // namespace coppice
