#include "methods/calibration.hpp"

#include <algorithm>

#include "methods/folds.hpp"
#include "methods/platt.hpp"

namespace coppice {
namespace {

constexpr std::int64_t folds = 5;
constexpr std::int64_t rows_a_poll = 64;

/// Calls each(i, output of row i).
template <class Each>
void for_each_row(const model& fitted, coppice_output output, const dataset& examples,
                  const progress& report, const Each& each) {
  std::vector<double> row(static_cast<std::size_t>(fitted.features()), 0.0);
  for (std::int64_t i = 0; i < examples.rows(); ++i) {
    examples.values().copy_row(i, row.data());
    double value = 0;
    fitted.predict_row(output, row.data(), &value);
    each(i, value);
    if (i % rows_a_poll == 0) report.poll();
  }
}

double train_error(const model& fitted, const dataset& examples, const progress& report) {
  std::int64_t wrong = 0;
  for_each_row(fitted, COPPICE_CLASS, examples, report, [&](std::int64_t i, double predicted) {
    if (examples.weight(i) > 0 && static_cast<std::int32_t>(predicted) != examples.labels()[i])
      ++wrong;
  });
  return static_cast<double>(wrong) / static_cast<double>(fitted.report().rows);
}

}  // namespace

calibration::calibration(const solver_settings& settings, const dataset& examples)
    : settings_(settings),
      examples_(examples),
      fold_of_(deal_folds(examples, folds, seed_of(settings.options), "calibration")) {}

bool calibration::wanted(const option_values& options) {
  return options.has("calibration") && options.choice("calibration") == "platt";
}

void calibration::apply(model& fitted, thread_team& team, const progress& report) const {
  solver_settings plain = settings_;
  make_plain(plain);
  plain.options.set_integer("learners", std::max<std::int64_t>(1, fitted.learners()));
  calibration_rows rows;
  std::vector<double> decisions(static_cast<std::size_t>(examples_.rows()), 0.0);
  try {
    if (report.ended()) throw interruption(report.asked());
    thread_team alone(1);
    run_parts(folds, calls_back(settings_.pool) ? alone : team, report, [&](std::int64_t f) {
      const progress part = progress::part_of(report);
      const fold left_out = make_fold(examples_, fold_of_, f, part);
      const auto of_others = fit_part(plain, *left_out.training, nullptr, report);
      for_each_row(*of_others, COPPICE_DECISION, *left_out.held_out, part,
                   [&](std::int64_t k, double f_k) { decisions[left_out.held_out_rows[k]] = f_k; });
    });
    for (std::int64_t i = 0; i < examples_.rows(); ++i) {
      if (fold_of_[i] < 0) continue;
      rows.decisions.push_back(decisions[i]);
      rows.weights.push_back(examples_.weight(i));
      rows.later.push_back(examples_.labels()[i] == 1 ? 1 : 0);
    }
    bool ranks = true;
    fitted.calibrate(fit_sigmoid(rows, ranks, report));
    if (!ranks)
      fitted.report().warnings.emplace_back(
          "decision values do not tell the classes apart on rows left out of the fit; "
          "probabilities hardly depend on them");
    fitted.report().train_error = train_error(fitted, examples_, report);
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    fitted.calibrate(std::nullopt);
    fitted.report().warnings.emplace_back(
        "the fit ended before it was calibrated; the model has no probabilities");
  }
}

}  // namespace coppice
