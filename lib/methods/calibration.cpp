#include "methods/calibration.hpp"

#include <algorithm>
#include <string>

#include "core/error.hpp"
#include "core/text.hpp"
#include "methods/folds.hpp"
#include "methods/kernel_fit.hpp"
#include "methods/platt.hpp"
#include "methods/selection.hpp"
#include "model/prediction.hpp"

namespace coppice {
namespace {

constexpr std::int64_t folds = 5;

/// What is said of a sigmoid that does not rise.
std::string warning_of(std::int64_t score, const class_labels& classes) {
  if (classes.size() == 2)
    return "decision values do not tell the classes apart on rows left out of the fit; "
           "probabilities hardly depend on them";
  return text("decision values do not tell class ", in_quotes(classes.text(score)),
              " from the others on rows left out of the fit; its probability hardly depends on "
              "them");
}

/// Throws where the method does not take the targets of the dataset, or takes them as numbers.
void check_classes(const method& of, const dataset& examples, const progress& report) {
  if (!is_of_classes(task_of(examples, of, report)))
    fail(COPPICE_UNAVAILABLE, "calibration is of classes; method ", of.name,
         " learns numbers from this dataset");
}

}  // namespace

calibration::calibration(const solver_settings& settings, const dataset& examples,
                         const progress& report)
    : settings_(settings), examples_(examples) {
  try {
    check_classes(*settings.training_method, examples, report);
    fold_of_ = deal_folds(examples, true, folds, seed_of(settings.options), "calibration", report);
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
  }
}

bool calibration::wanted(const option_values& options) {
  return options.has("calibration") && options.choice("calibration") == "platt";
}

std::vector<double> calibration::held_out_decisions(std::int64_t learners, std::int64_t scores,
                                                    thread_team& team,
                                                    const progress& report) const {
  solver_settings plain = settings_;
  make_plain(plain);
  if (plain.options.has("learners"))
    plain.options.set_integer("learners", std::max<std::int64_t>(1, learners));
  std::vector<double> decisions(static_cast<std::size_t>(examples_.rows() * scores), 0.0);
  const std::unique_ptr<common_gram> common = common_gram_of(plain, examples_, fold_of_, report);
  thread_team alone(1);
  run_parts(folds, calls_back(settings_) ? alone : team, report, [&](std::int64_t f) {
    const progress part = progress::part_of(report);
    const fold left_out = make_fold(examples_, fold_of_, f, part);
    const auto of_others = fit_part(plain, *left_out.training, nullptr, report, common.get());
    const std::vector<double> values =
        predict(*of_others, COPPICE_DECISION, *left_out.held_out, part);
    for (std::size_t k = 0; k < left_out.held_out_rows.size(); ++k)
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(k) * scores, scores,
                  decisions.begin() + left_out.held_out_rows[k] * scores);
  });
  return decisions;
}

/// Labels and weights of the rows as the fit has them; rows of weight 0 keep it.
expected_rows calibration::training_rows(const training_set& training) const {
  expected_rows rows = expected_classes(examples_, examples_.classes(), "the dataset");
  std::size_t next = 0;
  for (double& weight : rows.weights)
    if (weight > 0) weight = training.weights()[next++];
  return rows;
}

void calibration::apply(model& fitted, thread_team& team, const progress& report) const {
  try {
    if (report.ended()) throw interruption(report.asked());
    const std::int64_t scores = fitted.scores();
    const std::vector<double> decisions =
        held_out_decisions(fitted.learners(), scores, team, report);
    const training_set training(examples_, *settings_.training_method, report,
                                balances_classes(settings_.options));
    const std::vector<fitted_sigmoid> found =
        fit_sigmoids(training_rows(training), decisions, report);
    fitted.calibrate(sigmoids_of(found));
    // Rows of weight 0 are not among these examples: they may lack values that the model needs.
    fitted.report().train_error =
        measure(find_criterion("error"), fitted, training.examples(), report);
    for (std::int64_t s = 0; s < scores; ++s)
      if (!found[s].ranks) fitted.report().warnings.push_back(warning_of(s, examples_.classes()));
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    fitted.calibrate({});
    fitted.report().warnings.emplace_back(
        "the fit ended before it was calibrated; the model has no probabilities");
  }
}

}  // namespace coppice
