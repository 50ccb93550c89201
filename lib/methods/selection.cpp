#include "methods/selection.hpp"

#include "core/error.hpp"
#include "methods/platt.hpp"
#include "model/prediction.hpp"

namespace coppice {
namespace {

double measure(const criterion& by, const expected_rows& rows, const std::vector<double>& decisions,
               const std::vector<sigmoid>& sigmoids, const progress& report) {
  if (by.needs != COPPICE_PROBABILITY || !sigmoids.empty())
    return criterion_of(by, rows, decisions, sigmoids, report);
  return criterion_of(by, rows, decisions, sigmoids_of(fit_sigmoids(rows, decisions, report)),
                      report);
}

}  // namespace

const criterion& selected_by(const option_values& options, bool of_classes) {
  if (options.has("criterion"))
    if (const criterion& named = find_criterion(options.choice("criterion"));
        named.of_classes == of_classes)
      return named;
  return find_criterion(of_classes ? "error" : "squared_error");
}

void check_defined(const criterion& by, const expected_rows& rows, const char* who) {
  if (const std::string why = why_undefined(by, rows); !why.empty())
    fail(COPPICE_UNAVAILABLE, who, ": ", why);
}

double measure(const criterion& by, const expected_rows& rows, const std::vector<double>& decisions,
               const progress& report) {
  return measure(by, rows, decisions, {}, report);
}

double measure(const criterion& by, const model& fitted, const dataset& held_out,
               const progress& report) {
  const expected_rows rows =
      expected_of(held_out, fitted.classes(), fitted.scores(), "the part held out");
  check_defined(by, rows, "the part held out");
  return measure(by, rows, predict(fitted, COPPICE_DECISION, held_out, report), fitted.sigmoids(),
                 report);
}

void measure_last_point(const fit_request& request, const dataset& examples, model& fitted,
                        bool knows_examples) {
  unless_ended(request.report, [&] {
    training_report& report = fitted.report();
    const criterion& error = find_criterion("error");
    const bool of_classes = fitted.classes().size() > 0;
    if (of_classes && !knows_examples)
      report.train_error = measure(error, fitted, examples, request.report);
    if (report.curve.empty()) return;
    curve_point& last = report.curve.back();
    last.train_error = report.train_error;
    if (request.validation == nullptr) return;
    if (of_classes)
      last.validation_error = measure(error, fitted, *request.validation, request.report);
    last.validation_criterion = measure(selected_by(request.options, of_classes), fitted,
                                        *request.validation, request.report);
  });
}

}  // namespace coppice
