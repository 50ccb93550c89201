#include "model/evaluation.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "model/prediction.hpp"

namespace coppice {
namespace {

std::vector<double> weights_of(const dataset& examples) {
  std::vector<double> weights;
  weights.reserve(static_cast<std::size_t>(examples.rows()));
  for (std::int64_t i = 0; i < examples.rows(); ++i) weights.push_back(examples.weight(i));
  return weights;
}

std::string described(const row_targets& targets) {
  if (targets.are_names()) return "names for labels";
  if (targets.outputs() == 0) return "no targets";
  return text(targets.outputs(),
              targets.outputs() == 1 ? " numeric target a row" : " numeric targets a row");
}

expected_rows expected_numbers(const dataset& examples, std::int64_t outputs, const char* who) {
  const row_targets& targets = examples.targets();
  if (targets.outputs() != outputs)
    fail(COPPICE_INVALID_STATE, who, " has ", described(targets), "; expected ", outputs,
         outputs == 1 ? " number a row" : " numbers a row", ", as many as the model predicts");
  expected_rows expected;
  expected.numbers = targets.numbers();
  expected.weights = weights_of(examples);
  return expected;
}

/// Classes or probabilities from decision values, row after row.
std::vector<double> outputs_of(coppice_output output, std::int64_t classes,
                               const std::vector<double>& decisions,
                               const std::vector<sigmoid>& sigmoids, const progress& report) {
  const std::int64_t scores = classes == 2 ? 1 : classes;
  const std::int64_t rows = static_cast<std::int64_t>(decisions.size()) / scores;
  const bool as_class = output == COPPICE_CLASS;
  const std::int64_t width = as_class ? 1 : classes;
  std::vector<double> outputs(static_cast<std::size_t>(rows * width));
  std::vector<double> row(static_cast<std::size_t>(scores));
  report.in_pieces(rows, progress::rows_of_a_poll(8 * scores),
                   [&](std::int64_t first, std::int64_t count) {
                     for (std::int64_t i = first; i < first + count; ++i) {
                       std::copy_n(&decisions[i * scores], scores, row.data());
                       if (as_class)
                         outputs[i] = static_cast<double>(class_of(sigmoids, row.data(), scores));
                       else
                         probabilities_of(sigmoids, row.data(), &outputs[i * width]);
                     }
                   });
  return outputs;
}

}  // namespace

expected_rows expected_classes(const dataset& examples, const class_labels& known,
                               const char* who) {
  examples.check_labelled(who);
  expected_rows expected;
  expected.classes = known.size();
  expected.weights = weights_of(examples);
  std::vector<std::int64_t> classes = same_classes(examples.classes(), known);
  std::int64_t next = known.size();
  for (std::int64_t& of : classes)
    if (of < 0) of = next++;
  expected.labels.reserve(examples.labels().size());
  for (const std::int32_t label : examples.labels()) expected.labels.push_back(classes[label]);
  return expected;
}

expected_rows expected_of(const dataset& examples, const class_labels& known, std::int64_t outputs,
                          const char* who) {
  return known.size() > 0 ? expected_classes(examples, known, who)
                          : expected_numbers(examples, outputs, who);
}

double criterion_of(const criterion& which, const expected_rows& expected,
                    const std::vector<double>& decisions, const std::vector<sigmoid>& sigmoids,
                    const progress& report) {
  if (which.needs == COPPICE_DECISION) return which.of(expected, decisions, report);
  return which.of(expected, outputs_of(which.needs, expected.classes, decisions, sigmoids, report),
                  report);
}

evaluation::evaluation(const model& of, const dataset& examples, std::int64_t threads)
    : expected_(expected_of(examples, of.classes(), of.scores(), "the dataset")),
      sigmoids_(of.sigmoids()),
      decisions_(static_cast<std::size_t>(examples.rows() * of.scores())) {
  predict(of, COPPICE_DECISION, examples, threads, decisions_.data());
}

double evaluation::value(const criterion& which) const {
  if (const std::string why = why_undefined(which, expected_); !why.empty())
    fail(COPPICE_UNAVAILABLE, why);
  if (which.needs == COPPICE_PROBABILITY && sigmoids_.empty())
    fail(COPPICE_UNAVAILABLE, "criterion ", which.name,
         " is of probabilities, and this model is not calibrated; train it with option "
         "calibration=platt");
  const double value = criterion_of(which, expected_, decisions_, sigmoids_, progress());
  if (!std::isfinite(value))
    fail(COPPICE_UNAVAILABLE, "criterion ", which.name,
         " is not finite: decision values of the model are beyond what a double holds");
  return value;
}

std::vector<double> evaluation::confusion_matrix() const {
  if (expected_.classes == 0)
    fail(COPPICE_UNAVAILABLE,
         "this model predicts numbers; a confusion matrix is of classes; use criterion "
         "squared_error");
  return confusion(expected_,
                   outputs_of(COPPICE_CLASS, expected_.classes, decisions_, sigmoids_, progress()));
}

}  // namespace coppice
