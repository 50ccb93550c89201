#include "methods/ensemble_fit.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "methods/column_generation.hpp"
#include "methods/selection.hpp"
#include "pools/drawn.hpp"

namespace coppice {
namespace {

constexpr const char* columns_a_time = "columns_per_iteration";
constexpr const char* least_score = "epsilon";

/// Of methods without the option: a score that is rounding beside the first.
constexpr double rounding = 1e-9;

std::int64_t columns_per_iteration(const option_values& options) {
  return options.has(columns_a_time) ? options.integer(columns_a_time) : 1;
}

double least_share_of(const option_values& options) {
  return options.has(least_score) ? options.real(least_score) : rounding;
}

class ensemble_fit final : public unfinished_fit {
 public:
  ensemble_fit(const fit_request& request, const method& of, make_master make)
      : method_(of),
        training_(request, of, balances_classes(request.options)),
        pool_(request.pool) {
    const option_values& options = request.options;
    master_at_start made = make(training_, request);
    master_ = std::move(made.restricted);
    draws_ = made.draws;
    code_ = std::move(made.code);
    compute_optimum_ = std::move(made.optimum);
    if (request.validation != nullptr)
      validation_.emplace(*request.validation, request.examples, training_.learned(),
                          selected_by(options, is_of_classes(training_.learned())), request.team,
                          request.report, code_);
    if (request.test != nullptr && is_of_classes(training_.learned()))
      test_.emplace(*request.test, request.examples, training_.learned(), find_criterion("error"),
                    request.team, request.report, code_, "the test set");
    const auto make_pool = [this, &team = request.team, &report = request.report,
                            seed = seed_of(options)] {
      auto wanted = create_pool(training_.examples(), pool_, team, report, seed);
      return draws_ ? make_drawn(std::move(wanted), training_.examples(), team, report)
                    : std::move(wanted);
    };
    generator_.emplace(
        column_generation{training_.examples().rows(), draws_ ? 0 : least_share_of(options),
                          draws_ ? options.integer("learners") : columns_per_iteration(options),
                          options.flag("keep_stages"), std::move(made.first_residual), *master_,
                          make_pool, validation_ ? &*validation_ : nullptr,
                          test_ ? &*test_ : nullptr, request.team, request.report});
  }

  [[nodiscard]] bool can_go_on(const option_values& options) const override {
    return !draws_ && generator_->can_go_on(limits_of(options));
  }

  std::unique_ptr<model> run(const fit_request& request) {
    training_report report = start_report(method_, request);
    report.rows = training_.examples().rows();
    ensemble_parts parts = generator_->run(limits_of(request.options), report);
    parts.code = code_;
    report.optimum = optimum(request.report);
    describe_pool(pool_, report);
    return std::make_unique<ensemble>(std::move(parts), std::move(report));
  }

 private:
  /// Computed once, however often the fit goes on.
  double optimum(const progress& report) {
    if (compute_optimum_ && std::isnan(optimum_))
      unless_ended(report, [&] { optimum_ = compute_optimum_(); });
    return optimum_;
  }

  static generation_limits limits_of(const option_values& options) {
    return {options.integer("learners"), options.integer("validation_patience")};
  }

  const method& method_;
  training_set training_;
  pool_specification pool_;  // with its options as they were settled, once it is at work
  std::optional<validation_set> validation_;
  std::optional<validation_set> test_;
  std::unique_ptr<master> master_;
  bool draws_ = false;
  std::shared_ptr<const output_code> code_;
  std::optional<column_generator> generator_;
  std::function<double()> compute_optimum_;  // empty where it is not asked for
  double optimum_ = training_report::unknown;
};

}  // namespace

classified_rows classified_rows_of(const training_set& training, double cost,
                                   const progress& report) {
  classified_rows rows;
  rows.labels = training.examples().labels();
  rows.classes = training.examples().classes().size();
  report.poll();
  rows.costs = training.weights();
  for (std::size_t i = 0; i < rows.costs.size(); ++i) {
    report.poll_at(static_cast<std::int64_t>(i));
    rows.costs[i] *= cost;
  }
  rows.weights = training.row_weights();
  report.poll();
  return rows;
}

std::unique_ptr<model> nothing_yet(const fit_request& request, const method& of,
                                   const interruption& asked) {
  training_report report = start_report(of, request);
  report.stop_reason = asked.reason;
  report.rows = request.examples.rows();
  const std::size_t classes = report.classes.size();
  const auto scores = classes == 0 ? static_cast<std::size_t>(report.outputs) : classes;
  ensemble_parts parts;
  parts.final_stage.bias.assign(classes == 2 ? 1 : scores, 0.0);
  return std::make_unique<ensemble>(std::move(parts), std::move(report));
}

std::unique_ptr<model> fit_ensemble(const fit_request& request, const method& of,
                                    make_master make) {
  if (request.unfinished == nullptr) {
    const std::int64_t a_time = std::max(std::int64_t{1}, columns_per_iteration(request.options));
    request.report.expect((request.options.integer("learners") - 1) / a_time + 1);
    try {
      request.unfinished = std::make_unique<ensemble_fit>(request, of, make);
    } catch (const interruption& asked) {
      if (!asked.keep) throw;
      return nothing_yet(request, of, asked);
    }
  }
  return static_cast<ensemble_fit&>(*request.unfinished).run(request);
}

option_table with_corrective_options(option_table own, bool of_classes,
                                     const char* columns_per_iteration) {
  own.push_back(
      integer_option(columns_a_time, columns_per_iteration, 0, "columns_per_iteration >= 0",
                     "learners to add before weights are refitted; more is faster and coarser; 0: "
                     "few while each matters, more as they gain less"));
  own.push_back(real_option(
      least_score, "1e-6", 0, false, 1, "0 <= epsilon <= 1",
      "stop when no weak learner outside, or none of those drawn, scores this share of the best "
      "score at the start, each relative to the size of the residuals"));
  return with_stagewise_options(std::move(own), of_classes);
}

option_table with_stagewise_options(option_table own, bool of_classes) {
  own.push_back(learners_option());
  if (of_classes) {
    own.push_back(class_weight_option());
    own.push_back(calibration_option());
  }
  const option_table shared = {keep_stages_option(), criterion_option(of_classes),
                               select_option(),      validation_patience_option(),
                               time_limit_option(),  threads_option(),
                               seed_option()};
  own.insert(own.end(), shared.begin(), shared.end());
  return own;
}

}  // namespace coppice
