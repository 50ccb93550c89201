#include "methods/several_classes.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "methods/ensemble_fit.hpp"
#include "methods/folds.hpp"
#include "methods/problems_of_two.hpp"
#include "methods/selection.hpp"
#include "methods/training_set.hpp"
#include "methods/validation_set.hpp"
#include "model/ensemble.hpp"

namespace coppice {
namespace {

/// The models of all problems, or of those that were begun before the fit was stopped, as one of K
/// scores: the learners of one problem after those of the other.
class joined_ensembles {
 public:
  joined_ensembles(std::int64_t scores, std::size_t problems)
      : scores_(scores), problems_(problems) {}

  [[nodiscard]] bool empty() const noexcept { return parts_.empty(); }

  void add(std::unique_ptr<model> solved, const two_classes& of) {
    parts_.push_back({std::unique_ptr<ensemble>(static_cast<ensemble*>(solved.release())), of});
  }

  /// Of the problem with the most.
  [[nodiscard]] std::int64_t iterations() const {
    std::int64_t most = 0;
    for (const part& one : parts_)
      most = std::max(most, static_cast<std::int64_t>(one.of->report().curve.size()));
    return most;
  }

  /// Those of the first `most` iterations of every problem, as they were after the last of these.
  [[nodiscard]] ensemble_parts first(std::int64_t most) const {
    ensemble_parts joined;
    for (const part& one : parts_) {
      learners_of_problem of = {one.classes, 0};
      std::int64_t left = one.learners(most);
      for (const auto& some : one.of->parts().learners.parts()) {
        const std::int64_t taken = std::min(left, some->size());
        if (taken == 0) continue;
        std::unique_ptr<weak_learners> copy = some->make_empty();
        copy->set_member(some->member());
        copy->append(*some, 0, taken);
        joined.learners.append_part(std::move(copy));
        ++of.parts;
        left -= taken;
      }
      joined.problems.push_back(of);
    }
    joined.final_stage = stage(most, most);
    return joined;
  }

  /// The weights of the learners of the first `most` iterations, as they were after so many
  /// iterations of every problem, and 0 of those that came later.
  [[nodiscard]] ensemble_stage stage(std::int64_t iterations, std::int64_t most) const {
    ensemble_stage joined;
    joined.bias.assign(static_cast<std::size_t>(scores_), 0.0);
    for (const part& one : parts_) {
      const ensemble_stage& of = one.at(iterations);
      const std::size_t end = joined.weights.size() + static_cast<std::size_t>(one.learners(most));
      joined.weights.insert(joined.weights.end(), of.weights.begin(), of.weights.end());
      joined.weights.resize(end, 0.0);
      one.classes.count(of.bias[0], joined.bias.data());
    }
    return joined;
  }

  /// What the curve says of so many iterations: sums of objectives and bounds, unknown where a
  /// problem is missing, the largest score and gap, and the learners of the problem with the most,
  /// which is what the option bounds.
  [[nodiscard]] curve_point point(std::int64_t iterations) const {
    curve_point sums;
    sums.objective = sums.dual_objective = parts_.size() == problems_ ? 0 : curve_point::unknown;
    sums.iteration = static_cast<double>(iterations);
    for (const part& one : parts_) {
      const training_report& report = one.of->report();
      const auto last = static_cast<std::int64_t>(report.curve.size());
      if (last == 0 || iterations == 0) {
        sums.objective += report.objective;
        sums.dual_objective += report.dual_objective;
        continue;
      }
      const curve_point& at = report.curve[std::min(iterations, last) - 1];
      sums.learners = std::max(sums.learners, at.learners);
      sums.objective += at.objective;
      sums.dual_objective += at.dual_objective;
      sums.master_gap = std::fmax(sums.master_gap, at.master_gap);
      sums.score = std::fmax(sums.score, at.score);
    }
    return sums;
  }

  /// That of all problems.
  [[nodiscard]] double optimum() const {
    double sum = parts_.size() == problems_ ? 0 : training_report::unknown;
    for (const part& one : parts_) sum += one.of->report().optimum;
    return sum;
  }

  /// Into the report of the whole: why the problems ended, which is the number of learners where
  /// that ended one of them, and every warning once.
  void report_to(training_report& whole) const {
    whole.gap_scope = parts_.front().of->report().gap_scope;
    for (const part& one : parts_) {
      const training_report& report = one.of->report();
      if (report.gap_scope != whole.gap_scope) whole.gap_scope = "restricted";
      if (whole.stop_reason.empty() || report.stop_reason == "learners")
        whole.stop_reason = report.stop_reason;
      for (const std::string& warning : report.warnings)
        if (std::find(whole.warnings.begin(), whole.warnings.end(), warning) ==
            whole.warnings.end())
          whole.warnings.push_back(warning);
    }
  }

 private:
  struct part {
    std::unique_ptr<ensemble> of;
    two_classes classes;

    [[nodiscard]] const ensemble_stage& at(std::int64_t iterations) const {
      const std::vector<ensemble_stage>& stages = of->parts().stages;
      if (stages.empty() || iterations == 0) return of->parts().final_stage;
      return stages[std::min(iterations, static_cast<std::int64_t>(stages.size())) - 1];
    }
    [[nodiscard]] std::int64_t learners(std::int64_t iterations) const {
      return static_cast<std::int64_t>(at(iterations).weights.size());
    }
  };

  std::int64_t scores_;
  std::size_t problems_;
  std::vector<part> parts_;
};

/// Side by side, one thread each, where there are enough of them: pairs of many classes have few
/// rows each, which are not worth several threads. Else one by one with all the threads, as where
/// the caller's code must be called on its own thread. A stop leaves the problems that were solved
/// by then, and those that were being solved as far as they were.
joined_ensembles solve_problems(const method& of, const fit_request& request,
                                const dataset& examples) {
  const auto problems = problems_of_two(examples.classes().size(), request.options);
  const auto count = static_cast<std::int64_t>(problems.size());
  option_values options = request.options;
  options.set_text("keep_stages", "yes");
  static_cast<void>(examples.labels(&request.report));  // found once, before several ask for them
  const bool side_by_side = count >= 2 * request.team.size() && !calls_back(request.pool);
  thread_team alone(1);
  std::vector<std::unique_ptr<model>> solved(problems.size());
  const auto solve = [&](std::int64_t k) {
    progress part = progress::step_of(request.report);
    const problem_of_two one = make_problem(examples, problems[k], part);
    std::unique_ptr<unfinished_fit> unfinished;
    thread_team own(1);
    solved[k] = of.fit({*one.examples, nullptr, nullptr, options, request.pool, request.kernels,
                        side_by_side ? own : request.team, part, unfinished});
  };
  const auto join = [&] {
    joined_ensembles joined(examples.classes().size(), problems.size());
    for (std::size_t k = 0; k < problems.size(); ++k)
      if (solved[k] != nullptr) joined.add(std::move(solved[k]), problems[k]);
    return joined;
  };
  try {
    run_parts(count, side_by_side ? request.team : alone, request.report, solve,
              [&](std::int64_t done) {
                request.report.report({done, count});
              });
  } catch (const interruption& asked) {
    joined_ensembles joined = join();
    if (!asked.keep || joined.empty()) throw;
    return joined;
  }
  return join();
}

/// The learning curve, whose errors are those of all problems together; with a validation set also
/// which iteration is the best.
void write_curve(const joined_ensembles& joined, const training_set& training,
                 const fit_request& request, validation_set* validation, validation_set* test,
                 training_report& report) {
  const std::int64_t iterations = joined.iterations();
  validation_set trained(training.examples(), training.examples(), task::classes,
                         find_criterion("error"), request.team, request.report);
  const ensemble_parts all = joined.first(iterations);
  for (validation_set* const rows : {&trained, validation, test})
    if (rows != nullptr) rows->add_problems(all);
  double best = curve_point::unknown;
  for (std::int64_t t = 1; t <= iterations; ++t) {
    const ensemble_stage stage = joined.stage(t, iterations);
    curve_point point = joined.point(t);
    point.train_error = trained.measure(stage).error;
    if (test != nullptr) point.test_error = test->measure(stage).error;
    if (validation != nullptr) {
      const validation_set::measured on_rows = validation->measure(stage);
      point.validation_error = on_rows.error;
      point.validation_criterion = on_rows.criterion;
      if (t == 1 || validation->watched().better(on_rows.criterion, best)) {
        best = on_rows.criterion;
        report.best_iteration = t;
      }
    }
    report.curve.push_back(point);
  }
}

std::unique_ptr<model> fit_by_problems(const method& of, const fit_request& request) {
  training_report report = start_report(of, request);
  const training_set training(request, of, balances_classes(request.options));
  report.rows = training.examples().rows();
  std::optional<validation_set> validation;
  if (request.validation != nullptr)
    validation.emplace(*request.validation, request.examples, task::classes,
                       selected_by(request.options, true), request.team, request.report);
  std::optional<validation_set> test;
  if (request.test != nullptr)
    test.emplace(*request.test, request.examples, task::classes, find_criterion("error"),
                 request.team, request.report, nullptr, "the test set");
  const joined_ensembles joined = solve_problems(of, request, training.examples());
  joined.report_to(report);
  report.iterations = report.best_iteration = joined.iterations();
  unless_ended(request.report, [&] {
    write_curve(joined, training, request, validation ? &*validation : nullptr,
                test ? &*test : nullptr, report);
  });
  const std::int64_t best = report.best_iteration;
  const bool is_on_curve = best > 0 && best <= static_cast<std::int64_t>(report.curve.size());
  const curve_point kept = is_on_curve ? report.curve[best - 1] : joined.point(best);
  report.objective = kept.objective;
  report.dual_objective = kept.dual_objective;
  report.optimum = joined.optimum();
  report.train_error = kept.train_error;

  ensemble_parts parts = joined.first(best);
  for (std::int64_t t = 1; request.options.flag("keep_stages") && t <= best; ++t) {
    unless_ended(request.report, [&] { request.report.poll(); });
    parts.stages.push_back(joined.stage(t, best));
  }
  if (request.report.ended()) report.stop_reason = request.report.asked().reason;
  return std::make_unique<ensemble>(std::move(parts), std::move(report));
}

}  // namespace

std::unique_ptr<model> fit_by(const method& by, const fit_request& request) {
  try {
    const bool are_more = task_of(request.examples, by, request.report) == task::classes;
    const bool knows_them = by.tasks.has(task::classes);
    return are_more && !knows_them ? fit_by_problems(by, request) : by.fit(request);
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    return nothing_yet(request, by, asked);
  }
}

}  // namespace coppice
