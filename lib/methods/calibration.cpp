#include "methods/calibration.hpp"

#include <algorithm>
#include <iterator>

#include "core/text.hpp"
#include "methods/folds.hpp"
#include "methods/platt.hpp"
#include "model/prediction.hpp"

namespace coppice {
namespace {

constexpr std::int64_t folds = 5;
constexpr std::int64_t rows_a_poll = 64;

std::vector<double> predictions(const model& fitted, coppice_output output, const dataset& examples,
                                const progress& report) {
  const aligned_rows rows(examples, fitted.features(), fitted.names());
  const std::int64_t width = fitted.width(output);
  row_buffers buffers = block_buffers(fitted, rows.rows());
  std::vector<double> out(static_cast<std::size_t>(rows.rows() * width));
  for (std::int64_t first = 0; first < rows.rows(); first += rows_a_poll) {
    const std::int64_t last = std::min(rows.rows(), first + rows_a_poll);
    predict(fitted, output, rows, first, last, buffers, out.data() + first * width);
    report.poll();
  }
  return out;
}

/// Rows of weight 0 are not shown to the model: they may lack values that it needs.
double train_error(const model& fitted, const dataset& examples, const progress& report) {
  std::vector<std::int64_t> rows;
  for (std::int64_t i = 0; i < examples.rows(); ++i)
    if (examples.weight(i) > 0) rows.push_back(i);
  const auto shown = examples.subset(std::move(rows), &report);
  const std::vector<double> classes = predictions(fitted, COPPICE_CLASS, *shown, report);
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < shown->rows(); ++i)
    if (static_cast<std::int32_t>(classes[i]) != shown->labels()[i]) ++wrong;
  return static_cast<double>(wrong) / static_cast<double>(fitted.report().rows);
}

}  // namespace

calibration::calibration(const solver_settings& settings, const dataset& examples)
    : settings_(settings), examples_(examples) {
  check_classes(settings, examples, "calibration", progress());
  fold_of_ = deal_folds(examples, folds, seed_of(settings.options), "calibration", progress());
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
  thread_team alone(1);
  run_parts(folds, calls_back(settings_.pool) ? alone : team, report, [&](std::int64_t f) {
    const progress part = progress::part_of(report);
    const fold left_out = make_fold(examples_, fold_of_, f, part);
    const auto of_others = fit_part(plain, *left_out.training, nullptr, report);
    const std::vector<double> values =
        predictions(*of_others, COPPICE_DECISION, *left_out.held_out, part);
    for (std::size_t k = 0; k < left_out.held_out_rows.size(); ++k)
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(k) * scores, scores,
                  decisions.begin() + left_out.held_out_rows[k] * scores);
  });
  return decisions;
}

sigmoid calibration::sigmoid_of(std::int64_t score, const std::vector<double>& decisions,
                                std::int64_t scores, std::vector<std::string>& warnings,
                                const progress& report) const {
  const std::int64_t of_class = scores == 1 ? 1 : score;
  calibration_rows rows;
  for (std::int64_t i = 0; i < examples_.rows(); ++i) {
    report.poll_at(i);
    if (fold_of_[i] < 0) continue;
    rows.decisions.push_back(decisions[i * scores + score]);
    rows.weights.push_back(examples_.weight(i));
    rows.in_class.push_back(examples_.labels()[i] == of_class ? 1 : 0);
  }
  bool ranks = true;
  const sigmoid fitted = fit_sigmoid(rows, ranks, report);
  if (!ranks && scores == 1)
    warnings.emplace_back(
        "decision values do not tell the classes apart on rows left out of the fit; "
        "probabilities hardly depend on them");
  else if (!ranks)
    warnings.push_back(text("decision values do not tell class ",
                            in_quotes(examples_.classes().text(of_class)),
                            " from the others on rows left out of the fit; its probability hardly "
                            "depends on them"));
  return fitted;
}

void calibration::apply(model& fitted, thread_team& team, const progress& report) const {
  try {
    if (report.ended()) throw interruption(report.asked());
    const std::int64_t scores = fitted.scores();
    const std::vector<double> decisions =
        held_out_decisions(fitted.learners(), scores, team, report);
    std::vector<sigmoid> sigmoids;
    std::vector<std::string> warnings;
    for (std::int64_t s = 0; s < scores; ++s)
      sigmoids.push_back(sigmoid_of(s, decisions, scores, warnings, report));
    fitted.calibrate(std::move(sigmoids));
    fitted.report().train_error = train_error(fitted, examples_, report);
    std::move(warnings.begin(), warnings.end(), std::back_inserter(fitted.report().warnings));
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    fitted.calibrate({});
    fitted.report().warnings.emplace_back(
        "the fit ended before it was calibrated; the model has no probabilities");
  }
}

}  // namespace coppice
