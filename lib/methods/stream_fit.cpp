#include "methods/stream_fit.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/random.hpp"
#include "methods/selection.hpp"
#include "methods/streaming.hpp"
#include "methods/training_set.hpp"
#include "model/aligned_rows.hpp"

namespace coppice {
namespace {

/// The rows of a dataset, in an order that is drawn for every pass where that is wanted.
class passes_over_rows {
 public:
  passes_over_rows(const dataset& examples, const option_values& options)
      : examples_(examples),
        draws_(options.choice("order") == "random"),
        random_(seed_of(options)),
        order_(static_cast<std::size_t>(draws_ ? examples.rows() : 0)) {
    std::iota(order_.begin(), order_.end(), std::int64_t{0});
  }

  void learn_by(streaming& learner, const progress& report) {
    if (!draws_) return learner.learn(examples_, report, nullptr);
    for (std::size_t left = order_.size(); left > 1; --left)
      std::swap(order_[left - 1], order_[random_.below(left)]);
    learner.learn(*examples_.subset(order_, &report), report, nullptr);
  }

 private:
  const dataset& examples_;
  bool draws_;
  random_numbers random_;
  std::vector<std::int64_t> order_;
};

class stream_fit {
 public:
  stream_fit(const fit_request& request, const method& of)
      : request_(request),
        of_(of),
        training_(request, of),
        learner_(of, request.options, examples().classes(), examples().features(), request.kernels,
                 &examples()) {
    if (request.validation == nullptr) return;
    constexpr const char* called = "the validation set";
    const training_report report = start_report(of, request);
    const aligned_rows comparable(*request.validation,
                                  {report.features, report.names, report.levels}, called);
    check_defined(watched(),
                  expected_of(*request.validation, report.classes, report.scores(), called),
                  called);
  }

  std::unique_ptr<model> run() {
    const std::int64_t passes = request_.options.integer("iterations");
    passes_over_rows rows(examples(), request_.options);
    const char* stop_reason = "iterations";
    request_.report.expect(passes);
    try {
      while (pass() < passes && !lost_patience()) {
        rows.learn_by(learner_, request_.report);
        watch();
        const curve_point& at = curve_.back();
        request_.report.report({pass(), passes, at.objective, at.objective, at.train_error,
                                at.validation_error, at.validation_criterion});
      }
      if (pass() < passes) stop_reason = "patience";
    } catch (const interruption& asked) {
      if (!asked.keep) throw;
      stop_reason = asked.reason;
      if (request_.validation == nullptr && learner_.rows() > rows_of_best_) {
        best_ = snapshot();
        best_error_ = training_report::unknown;
      }
    }
    return finished(stop_reason);
  }

 private:
  [[nodiscard]] const dataset& examples() const noexcept { return training_.examples(); }
  [[nodiscard]] const criterion& watched() const { return selected_by(request_.options, true); }
  [[nodiscard]] std::int64_t pass() const { return static_cast<std::int64_t>(curve_.size()); }

  [[nodiscard]] bool lost_patience() const {
    const std::int64_t patience = request_.options.integer("validation_patience");
    return request_.validation != nullptr && patience > 0 && pass() - best_pass_ >= patience;
  }

  [[nodiscard]] std::unique_ptr<model> snapshot() const {
    return learner_.snapshot(start_report(of_, request_));
  }

  /// What the model is worth after a pass. Without a validation set the last is the best.
  void watch() {
    auto now = snapshot();
    curve_point point;
    point.iteration = static_cast<double>(pass() + 1);
    point.learners = static_cast<double>(now->learners());
    const criterion& error = find_criterion("error");
    point.train_error = measure(error, *now, examples(), request_.report);
    if (request_.validation != nullptr) {
      point.validation_error = measure(error, *now, *request_.validation, request_.report);
      point.validation_criterion = measure(watched(), *now, *request_.validation, request_.report);
    }
    const bool is_best =
        request_.validation == nullptr || best_ == nullptr ||
        watched().better(point.validation_criterion, curve_[best_pass_ - 1].validation_criterion);
    curve_.push_back(point);
    if (!is_best) return;
    best_ = std::move(now);
    best_pass_ = pass();
    best_error_ = point.train_error;
    rows_of_best_ = learner_.rows();
  }

  [[nodiscard]] std::unique_ptr<model> finished(const char* stop_reason) {
    if (best_ == nullptr) best_ = snapshot();
    training_report& report = best_->report();
    report.rows = examples().rows();
    report.iterations = pass();
    report.best_iteration = best_pass_;
    report.stop_reason = stop_reason;
    report.train_error = best_error_;
    report.curve = std::move(curve_);
    return std::move(best_);
  }

  const fit_request& request_;
  const method& of_;
  training_set training_;
  streaming learner_;
  learning_curve curve_;
  std::unique_ptr<model> best_;
  std::int64_t best_pass_ = 0;
  std::int64_t rows_of_best_ = 0;
  double best_error_ = training_report::unknown;
};

}  // namespace

std::unique_ptr<model> fit_stream(const fit_request& request, const method& of) {
  return stream_fit(request, of).run();
}

option_table with_stream_options(option_table own) {
  const option_table around = {
      integer_option("iterations", "1", 1, "iterations >= 1",
                     "how many times a fit passes over the rows; a stream is passed over once"),
      choice_option("order", "given", "given|random",
                    "in which order a fit passes over the rows; random: one drawn for each pass"),
      criterion_option(),
      select_option(),
      validation_patience_option(),
      time_limit_option(),
      threads_option(),
      seed_option()};
  own.insert(own.end(), around.begin(), around.end());
  return own;
}

}  // namespace coppice
