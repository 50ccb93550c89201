// Folds: the rows dealt out at random so that every part has its share of every class, and the fits
// that leave one part out each.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/progress.hpp"
#include "data/dataset.hpp"
#include "methods/training.hpp"

namespace coppice {

struct fold {
  std::vector<std::int64_t> held_out_rows;  // of the whole, ascending
  std::unique_ptr<dataset> training;
  std::unique_ptr<dataset> held_out;
};

/// Throws unless there are 2 folds at least and no more than rows.
void check_folds(const dataset& examples, std::int64_t folds);

/// Of the rows with a positive weight; sizes, of a class and of all, differ by at most 1. Throws
/// where a class has fewer rows than there are folds.
std::vector<fold> make_folds(const dataset& examples, std::int64_t folds, std::uint64_t seed,
                             const progress& report);

/// The seed option of a method, 0 where it has none.
std::uint64_t seed_of(const option_values& options);

/// Settings with which a fit on a fold is one of many: serial, silent, and with no end but its
/// learners'.
void make_plain(solver_settings& settings);

/// One fit of many on a dataset, on the thread that calls, interrupted when `whole` is.
std::unique_ptr<model> fit_part(const solver_settings& settings, const dataset& examples,
                                const dataset* validation, const progress& whole);

/// Calls task(0) .. task(tasks - 1) on so many threads, telling `whole` how many are done. When
/// `whole` is interrupted, so are the tasks, and this throws what it was asked.
void run_parts(std::int64_t tasks, std::int64_t threads, const progress& whole,
               const std::function<void(std::int64_t)>& task);

}  // namespace coppice
