#include "methods/folds.hpp"

#include <atomic>

#include "core/error.hpp"
#include "core/random.hpp"
#include "core/thread_team.hpp"

namespace coppice {

void check_folds(const dataset& examples, std::int64_t folds) {
  if (folds < 2 || folds > examples.rows())
    fail(COPPICE_INVALID_ARGUMENT, "folds is ", folds, "; expected 2 to the ", examples.rows(),
         " rows of the dataset");
}

std::vector<fold> make_folds(const dataset& examples, std::int64_t folds, std::uint64_t seed,
                             const progress& report) {
  if (!examples.labelled())
    fail(COPPICE_INVALID_STATE, "the dataset has no labels; set them before the fit");
  std::vector<std::vector<std::int64_t>> strata(
      static_cast<std::size_t>(examples.classes().size()));
  for (std::int64_t i = 0; i < examples.rows(); ++i)
    if (examples.weight(i) > 0) strata[examples.labels()[i]].push_back(i);

  random_numbers random(seed);
  std::vector<std::int64_t> fold_of(static_cast<std::size_t>(examples.rows()), -1);
  std::int64_t dealt = 0;  // on from class to class, so that no fold is always the larger one
  for (std::int64_t k = 0; k < examples.classes().size(); ++k) {
    std::vector<std::int64_t>& stratum = strata[k];
    if (static_cast<std::int64_t>(stratum.size()) < folds)
      fail(COPPICE_INVALID_DATA, "class ", in_quotes(examples.classes().text(k)), " has ",
           stratum.size(), " rows with a positive weight; ", folds, " folds need as many of it");
    for (std::size_t left = stratum.size(); left > 0; --left) {
      std::swap(stratum[left - 1], stratum[random.below(left)]);
      fold_of[stratum[left - 1]] = dealt++ % folds;
    }
  }

  std::vector<fold> made(static_cast<std::size_t>(folds));
  for (std::int64_t f = 0; f < folds; ++f) {
    std::vector<std::int64_t> others;
    for (std::int64_t i = 0; i < examples.rows(); ++i) {
      if (fold_of[i] < 0) continue;
      (fold_of[i] == f ? made[f].held_out_rows : others).push_back(i);
    }
    made[f].training = examples.subset(others, &report);
    made[f].held_out = examples.subset(made[f].held_out_rows, &report);
  }
  examples.freeze();
  return made;
}

std::uint64_t seed_of(const option_values& options) {
  return options.has("seed") ? static_cast<std::uint64_t>(options.integer("seed")) : 0;
}

void make_plain(solver_settings& settings) {
  const auto set = [&](const char* name, const char* value) {
    if (settings.options.has(name)) settings.options.set_text(name, value);
  };
  set("threads", "1");
  set("time_limit", "0");
  set("validation_patience", "0");
  set("keep_stages", "no");
}

std::unique_ptr<model> fit_part(const solver_settings& settings, const dataset& examples,
                                const dataset* validation, const progress& whole) {
  thread_team team(1);
  progress part = progress::part_of(whole);
  std::unique_ptr<unfinished_fit> unfinished;
  return settings.training_method->fit(
      {examples, validation, settings.options, settings.pool, team, part, unfinished});
}

void run_parts(std::int64_t tasks, std::int64_t threads, const progress& whole,
               const std::function<void(std::int64_t)>& task) {
  std::atomic<std::int64_t> done{0};
  std::int64_t told = 0;
  whole.report({0, tasks});
  thread_team team(tasks == 1 ? 1 : threads);
  team.run(
      tasks,
      [&](std::int64_t k) {
        if (whole.ended()) return;
        try {
          task(k);
          ++done;
        } catch (const interruption&) {
          return;  // the whole has ended, and says why
        } catch (...) {
          whole.end();
          throw;
        }
      },
      [&] {
        if (done == told) return whole.poll();
        told = done;
        whole.report({told, tasks});
      });
  if (whole.ended()) throw interruption(whole.asked());
  if (told < tasks) whole.report({tasks, tasks});
}

}  // namespace coppice
