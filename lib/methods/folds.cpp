#include "methods/folds.hpp"

#include <atomic>

#include "core/error.hpp"
#include "core/random.hpp"
#include "methods/several_classes.hpp"

namespace coppice {

void check_folds(const dataset& examples, std::int64_t folds) {
  if (folds < 2 || folds > examples.rows())
    fail(COPPICE_INVALID_ARGUMENT, "folds is ", folds, "; expected 2 to the ", examples.rows(),
         " rows of the dataset");
}

namespace {

/// The rows of positive weight: a list for every class, or one list where there are none.
std::vector<std::vector<std::int64_t>> strata_of(const dataset& examples, bool of_classes,
                                                 const progress& report) {
  of_classes = of_classes && examples.labelled();
  const std::int64_t classes = of_classes ? examples.classes(&report).size() : 1;
  std::vector<std::vector<std::int64_t>> strata(static_cast<std::size_t>(classes));
  for (std::int64_t i = 0; i < examples.rows(); ++i) {
    report.poll_at(i);
    if (examples.weight(i) > 0) strata[of_classes ? examples.labels(&report)[i] : 0].push_back(i);
  }
  return strata;
}

}  // namespace

std::vector<std::int64_t> deal_folds(const dataset& examples, bool of_classes, std::int64_t folds,
                                     std::uint64_t seed, const char* purpose,
                                     const progress& report) {
  random_numbers random(seed);
  std::vector<std::int64_t> fold_of(static_cast<std::size_t>(examples.rows()), -1);
  std::int64_t dealt = 0;  // on from class to class, so that no fold is always the larger one
  std::int64_t of_class = 0;
  for (std::vector<std::int64_t>& stratum : strata_of(examples, of_classes, report)) {
    if (static_cast<std::int64_t>(stratum.size()) < folds)
      fail(COPPICE_INVALID_DATA,
           of_classes ? text("class ", in_quotes(examples.classes().text(of_class)), " has ")
                      : "the dataset has ",
           stratum.size(), stratum.size() == 1 ? " row" : " rows", " with a positive weight; ",
           purpose, " in ", folds, " folds needs ", folds, ", one in each");
    ++of_class;
    for (std::size_t left = stratum.size(); left > 0; --left) {
      std::swap(stratum[left - 1], stratum[random.below(left)]);
      report.poll_at(dealt);
      fold_of[stratum[left - 1]] = dealt++ % folds;
    }
  }
  return fold_of;
}

std::unique_ptr<dataset> rows_dealt(const dataset& examples,
                                    const std::vector<std::int64_t>& fold_of,
                                    const progress& report) {
  std::vector<std::int64_t> rows;
  for (std::int64_t i = 0; i < examples.rows(); ++i) {
    report.poll_at(i);
    if (fold_of[i] >= 0) rows.push_back(i);
  }
  return examples.subset(std::move(rows), &report);
}

fold make_fold(const dataset& examples, const std::vector<std::int64_t>& fold_of,
               std::int64_t which, const progress& report) {
  fold made;
  std::vector<std::int64_t> others;
  for (std::int64_t i = 0; i < examples.rows(); ++i) {
    report.poll_at(i);
    if (fold_of[i] < 0) continue;
    (fold_of[i] == which ? made.held_out_rows : others).push_back(i);
  }
  made.training = examples.subset(std::move(others), &report, bins_of_whole::made);
  made.held_out = examples.subset(made.held_out_rows, &report);
  return made;
}

void make_plain(solver_settings& settings) {
  const auto set = [&](const char* name, const char* value) {
    if (settings.options.has(name)) settings.options.set_text(name, value);
  };
  set("threads", "1");
  set("time_limit", "0");
  set("validation_patience", "0");
  set("keep_stages", "no");
  set("price_of_sparsity", "no");
  set("calibration", "none");
}

void request_part(const solver_settings& settings, const dataset& examples,
                  const dataset* validation, const progress& whole, common_gram* common,
                  const std::function<void(const fit_request&)>& use) {
  thread_team team(1);
  progress part = progress::part_of(whole);
  std::unique_ptr<unfinished_fit> unfinished;
  use({examples, validation, nullptr, settings.options, settings.pool, settings.kernels, team, part,
       unfinished, common});
}

std::unique_ptr<model> fit_part(const solver_settings& settings, const dataset& examples,
                                const dataset* validation, const progress& whole,
                                common_gram* common) {
  std::unique_ptr<model> fitted;
  request_part(settings, examples, validation, whole, common, [&](const fit_request& request) {
    fitted = fit_by(*settings.training_method, request);
  });
  return fitted;
}

void run_parts(std::int64_t tasks, thread_team& team, const progress& whole,
               const std::function<void(std::int64_t)>& task,
               const std::function<void(std::int64_t)>& tell) {
  std::atomic<std::int64_t> next{0};  // tasks are begun in their order
  std::atomic<std::int64_t> done{0};
  std::int64_t told = 0;
  team.run(
      tasks,
      [&](std::int64_t /*any*/) {
        if (whole.ended()) return;
        try {
          task(next++);
          ++done;
        } catch (const interruption&) {
          return;  // the whole has ended, and says why
        } catch (...) {
          whole.end();
          throw;
        }
      },
      [&] {
        if (!tell || done == told) return whole.poll();
        told = done;
        tell(told);
      });
  if (whole.ended()) throw interruption(whole.asked());
  if (tell && told < tasks) tell(tasks);
}

}  // namespace coppice
