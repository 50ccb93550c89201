#include "methods/column_generation.hpp"

#include <algorithm>
#include <cmath>

#include "core/lane_sum.hpp"
#include "core/text.hpp"

namespace coppice {
namespace {

// Of an iteration whose learners are as many as their gain allows.
constexpr double least_of_best = 0.7;      // of the best learner's merit
constexpr double most_decrease = 0.007;    // of the objective
constexpr std::int64_t most_at_first = 5;  // learners, and one for every ten that there are

}  // namespace

column_generator::column_generator(column_generation setting)
    : setting_(std::move(setting)), column_(static_cast<std::size_t>(setting_.rows)) {}

ensemble_parts column_generator::run(const generation_limits& limits, training_report& report) {
  learners_wanted_ = limits.learners;
  if (pool_ == nullptr) {  // the empty ensemble, whose objective is unknown until it is solved for
    last_ = solution();
    last_.point.objective = curve_point::unknown;
  }
  try {
    // Also what is told until the next iteration is done.
    if (pool_ != nullptr)
      tell();
    else
      setting_.report.report({0, iterations_to_come(limits.learners)});
    if (pool_ == nullptr) start();
    while (true) {
      report.stop_reason = reason_to_stop(limits);
      if (!report.stop_reason.empty()) break;
      const bool cut_short = extend(limits.learners - learners());
      if (cut_short) whole_ = false;
    }
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    report.stop_reason = asked.reason;
  }
  return finished(report);
}

const char* column_generator::reason_to_stop(const generation_limits& limits) const {
  if (best_.candidate == pricing::none) return "exhausted";
  if (!(best_.merit >= least_merit())) return "epsilon";
  if (learners() >= limits.learners) return "learners";
  const bool patient = limits.patience == 0 || setting_.validation == nullptr;
  if (!patient && iterations() - best_iteration() >= limits.patience) return "patience";
  return "";
}

/// The empty ensemble, and the first pricing, whose merit epsilon counts in. Where that merit is
/// rounding there is nothing to gain.
void column_generator::start() {
  constexpr double rounding = 1e-12;  // of a sum of residuals times outputs of about 1
  setting_.restricted.solve();
  last_ = solution();
  pool_ = setting_.make_pool();
  if (setting_.epsilon > 0) least_share_ = rounding;
  price();
  if (residual_size_ > 0 && best_.merit >= least_merit())
    least_share_ = setting_.epsilon * best_.merit / residual_size_;
  if (!setting_.first_residual.empty()) {
    residual_rows first = setting_.restricted.residual();
    first.values = setting_.first_residual.data();
    first.steps = {};
    best_ = pool_->price(first, least_merit());
    priced_by_first_ = true;
  }
  accept();
}

/// Merits grow with the residuals: with the costs, but where these are large only as far as the
/// residuals do, which shrink as the rows are fitted.
double column_generator::least_merit() const {
  const double least = std::max(least_share_ * residual_size_, std::numeric_limits<double>::min());
  return setting_.restricted.threshold() + (setting_.epsilon > 0 ? least : 0);
}

/// How many learners an iteration has at most. By gain: as many as lower the objective by
/// `most_decrease`, where each does as much as those of the last iteration did; one, where the
/// pool's learners by one residual are alike.
std::int64_t column_generator::learners_an_iteration() const {
  if (setting_.columns_per_iteration > 0) return setting_.columns_per_iteration;
  if (!pool_->offers_unlike()) return 1;
  const std::int64_t most = most_at_first + learners() / 10;
  if (iterations() < 2) return most;
  const curve_point& before = curve_[curve_.size() - 2];
  const curve_point& last = curve_.back();
  const double decrease = (before.objective - last.objective) / (last.learners - before.learners);
  const double enough = std::round(most_decrease * std::abs(last.objective) / decrease);
  return decrease > 0 && enough < static_cast<double>(most)
             ? std::max(std::int64_t{1}, static_cast<std::int64_t>(enough))
             : most;
}

/// One iteration, of at most `most` learners; true where that kept it from taking another.
bool column_generator::extend(std::int64_t most) {
  whole_ = false;
  bool another = true;
  const bool by_gain = setting_.columns_per_iteration == 0;
  const std::int64_t wanted = learners_an_iteration();
  const double best = best_.merit;
  for (std::int64_t k = 0; another && k < std::min(most, wanted); ++k) {
    pending_.push_back(pool_->choose(best_.candidate, column_.data()));
    if (!setting_.restricted.repeats()) pool_->exclude(best_.candidate);
    setting_.report.poll();
    setting_.restricted.add_column(column_.data());
    if (k + 1 == wanted) break;
    best_ = pool_->price_another(setting_.restricted.residual(), least_merit());
    another = best_.candidate != pricing::none && best_.merit >= least_merit() &&
              !(by_gain && best_.merit < least_of_best * best);
  }
  const bool cut_short = another && most < wanted;
  setting_.restricted.solve();
  price();
  accept();
  return cut_short;
}

/// Where merits say how many learners an iteration has, as many each as the iterations before had.
std::int64_t column_generator::iterations_to_come(std::int64_t wanted) const {
  auto a_time = static_cast<double>(setting_.columns_per_iteration);
  if (setting_.columns_per_iteration == 0)
    a_time = iterations() == 0
                 ? 1.0
                 : static_cast<double>(learners()) / static_cast<double>(iterations());
  const std::int64_t missing = std::max(wanted - learners(), std::int64_t{0});
  return static_cast<std::int64_t>(std::ceil(static_cast<double>(missing) / a_time));
}

void column_generator::price() {
  residual_rows residual = setting_.restricted.residual();
  if (priced_by_first_) residual.steps = {};
  priced_by_first_ = false;
  residual_size_ = 0;
  setting_.report.in_pieces(setting_.rows * residual.scores, progress::rows_a_poll,
                            [&](std::int64_t first, std::int64_t count) {
                              lane_sum size(residual_size_);
                              in_lanes(first, first + count,
                                       [&](std::int64_t k, std::int64_t lane) {
                                         size.add(lane, std::abs(residual.values[k]));
                                       });
                              residual_size_ = size.total();
                            });
  best_ = pool_->price(residual, least_merit());
  priced_bound_ = setting_.restricted.bound(best_);
}

column_generator::round column_generator::solution() const {
  const master& restricted = setting_.restricted;
  round now;
  now.stage = {restricted.weights(), restricted.bias()};
  now.point.objective = restricted.objective();
  now.point.train_error = restricted.train_error();
  return now;
}

/// Takes the last solve, now priced, into the result. What may be interrupted comes first.
void column_generator::accept() {
  const master& restricted = setting_.restricted;
  round now = solution();
  setting_.report.poll();
  if (setting_.validation != nullptr) {
    for (const auto& learner : pending_) setting_.validation->add(*learner);
    const validation_set::measured on_rows = setting_.validation->measure(now.stage);
    now.point.validation_error = on_rows.error;
    now.point.validation_criterion = on_rows.criterion;
  }
  if (setting_.test != nullptr) {
    for (const auto& learner : pending_) setting_.test->add(*learner);
    now.point.test_error = setting_.test->measure(now.stage).error;
  }
  const bool of_pool = !std::isnan(priced_bound_);
  const double restricted_bound = std::max(restricted.dual_objective(), restricted.trivial_bound());
  gap_scope_ = of_pool ? "pool" : std::isnan(restricted_bound) ? "" : "restricted";
  bound_ =
      of_pool ? std::max({bound_, priced_bound_, restricted.trivial_bound()}) : restricted_bound;
  now.point.dual_objective = bound_;
  // The master of the bias alone is no part of a model with learners.
  if (learners_.empty() && !pending_.empty()) excess_.clear();
  if (!restricted.converged()) warn();
  if (!pending_.empty()) {
    for (auto& learner : pending_) learners_.push_back(std::move(learner));
    pending_.clear();
    now.point.iteration = static_cast<double>(iterations() + 1);
    now.point.learners = static_cast<double>(learners());
    now.point.master_gap = training_report::relative_gap(now.point.objective, restricted_bound);
    now.point.score = best_.merit;
    curve_.push_back(now.point);
    if (setting_.keep_stages) stages_.push_back(now.stage);
    if (setting_.validation != nullptr &&
        (iterations() == 1 ||
         setting_.validation->watched().better(now.point.validation_criterion,
                                               best_round_.point.validation_criterion)))
      best_round_ = now;
  }
  last_ = std::move(now);
  whole_ = true;
  tell();
}

void column_generator::warn() {
  const master& restricted = setting_.restricted;
  const double gap = training_report::relative_gap(
      restricted.objective(), std::max(restricted.dual_objective(), restricted.trivial_bound()));
  excess_ = text("the restricted master of iteration ", iterations() + (pending_.empty() ? 0 : 1),
                 " stopped at a relative gap of ", gap,
                 ", above its tolerance; raise tolerance, lower C, or take its gap as it is");
}

void column_generator::tell() const {
  const curve_point& point = last_.point;
  setting_.report.report({iterations(), iterations() + iterations_to_come(learners_wanted_),
                          point.objective,
                          training_report::relative_gap(point.objective, point.dual_objective),
                          point.train_error, point.validation_error, point.validation_criterion});
}

ensemble_parts column_generator::finished(training_report& report) const {
  const bool chosen = setting_.validation != nullptr && !curve_.empty();
  const round& kept = chosen ? best_round_ : last_;
  const auto learners = static_cast<std::int64_t>(kept.point.learners);
  report.iterations = iterations();
  report.best_iteration = static_cast<std::int64_t>(kept.point.iteration);
  report.objective = kept.point.objective;
  report.dual_objective = kept.point.dual_objective;
  report.gap_scope = gap_scope_;
  report.train_error = kept.point.train_error;
  if (!excess_.empty()) report.warnings.push_back(excess_);
  report.curve = curve_;

  ensemble_parts parts;
  for (std::int64_t j = 0; j < learners; ++j) parts.learners.append_copy(*learners_[j]);
  parts.final_stage = kept.stage;
  if (setting_.keep_stages)
    parts.stages.assign(stages_.begin(), stages_.begin() + report.best_iteration);
  return parts;
}

}  // namespace coppice
