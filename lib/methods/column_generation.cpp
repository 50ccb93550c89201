#include "methods/column_generation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/lane_sum.hpp"
#include "core/text.hpp"

namespace coppice {
namespace {

// Of an iteration whose learners are as many as their gain allows.
constexpr double least_of_best = 0.7 * (1 - 1e-9);  // of the best learner's merit, but for rounding
constexpr std::int64_t most_at_first = 5;           // learners, and some more for those there are

struct gain_rule {
  double most_decrease;         // of the objective
  std::int64_t learners_a_one;  // one more for so many that there are
  std::int64_t most;
};
constexpr gain_rule by_merit = {0.007, 10, std::numeric_limits<std::int64_t>::max()};
/// Of many more the choice would take longer than the solves that it saves.
constexpr gain_rule by_comparison = {0.03, 5, 128};

}  // namespace

column_generator::column_generator(column_generation setting)
    : setting_(std::move(setting)), column_(static_cast<std::size_t>(setting_.rows)) {}

ensemble_parts column_generator::run(const generation_limits& limits, training_report& report) {
  learners_wanted_ = limits.learners;
  if (pool_ == nullptr) {  // the empty ensemble, whose objective is unknown until it is solved for
    last_ = solution(setting_.restricted);
    last_.point.objective = curve_point::unknown;
  }
  std::optional<round> ahead;  // of the iteration that the limit has cut short
  try {
    // Also what is told until the next iteration is done.
    if (pool_ != nullptr)
      tell(last_);
    else
      setting_.report.report({0, iterations_to_come(limits.learners)});
    if (pool_ == nullptr) start();
    while (true) {
      report.stop_reason = reason_to_stop(limits);
      if (!report.stop_reason.empty()) break;
      if (choose(limits.learners - learners())) {
        setting_.restricted.solve();
        price();
        accept();
      } else {
        look_ahead(ahead);
        report.stop_reason = "learners";
        break;
      }
    }
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    report.stop_reason = asked.reason;
  }
  return finished(ahead, report);
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
  last_ = solution(setting_.restricted);
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

bool column_generator::compares() const {
  return setting_.columns_per_iteration == 0 &&
         compared_learners::are_possible(*pool_, setting_.restricted);
}

/// How many learners an iteration has at most. By gain: as many as lower the objective by the
/// rule's share of it, where each does as much as those of the last iteration did; one, where the
/// pool's learners by one residual are alike.
std::int64_t column_generator::learners_an_iteration() const {
  if (setting_.columns_per_iteration > 0) return setting_.columns_per_iteration;
  if (!pool_->offers_unlike()) return 1;
  const gain_rule rule = compares() ? by_comparison : by_merit;
  const std::int64_t most = std::min(rule.most, most_at_first + learners() / rule.learners_a_one);
  if (iterations() < 2) return most;
  const curve_point& before = curve_[curve_.size() - 2];
  const curve_point& last = curve_.back();
  const double decrease = (before.objective - last.objective) / (last.learners - before.learners);
  const double enough = std::round(rule.most_decrease * std::abs(last.objective) / decrease);
  return decrease > 0 && enough < static_cast<double>(most)
             ? std::max(std::int64_t{1}, static_cast<std::int64_t>(enough))
             : most;
}

bool column_generator::wants_another() const {
  if (pending_.empty()) return true;
  if (static_cast<std::int64_t>(pending_.size()) == wanted_) return false;
  if (compared_) return true;
  const bool by_gain = setting_.columns_per_iteration == 0;
  return best_.candidate != pricing::none && best_.merit >= least_merit() &&
         !(by_gain && best_.merit < least_of_best * first_merit_);
}

/// Begins an iteration, or goes on with one, until it has all its learners; false where `most` keep
/// it from another.
bool column_generator::choose(std::int64_t most) {
  stands_ = false;
  if (pending_.empty()) begin_iteration();
  while (wants_another()) {
    stands_ = true;
    if (static_cast<std::int64_t>(pending_.size()) == most) return false;
    stands_ = false;
    take_another();
    setting_.restricted.add_column(column_.data());
    if (!compared_ && static_cast<std::int64_t>(pending_.size()) < wanted_)
      best_ = pool_->price_another(setting_.restricted.residual(), least_merit());
  }
  compared_.reset();
  return true;
}

void column_generator::begin_iteration() {
  wanted_ = learners_an_iteration();
  first_merit_ = best_.merit;
  if (wanted_ == 1 || !compares()) return;
  compared_.emplace(*pool_, best_, comparison{wanted_, least_merit()}, setting_.restricted,
                    setting_.rows, setting_.team, setting_.report);
  wanted_ = compared_->count();
}

void column_generator::take_another() {
  if (compared_) {
    const auto next = static_cast<std::int64_t>(pending_.size());
    pending_.push_back(compared_->take(next, column_));
  } else {
    pending_.push_back(pool_->choose(best_.candidate, column_.data()));
    if (!setting_.restricted.repeats()) pool_->exclude(best_.candidate);
  }
  setting_.report.poll();
}

/// Of so many learners that are missing. Where merits say how many learners an iteration has, as
/// many each as the iterations before had.
std::int64_t column_generator::iterations_to_come(std::int64_t missing) const {
  auto a_time = static_cast<double>(setting_.columns_per_iteration);
  if (setting_.columns_per_iteration == 0)
    a_time = iterations() == 0
                 ? 1.0
                 : static_cast<double>(learners()) / static_cast<double>(iterations());
  missing = std::max(missing, std::int64_t{0});
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

column_generator::round column_generator::solution(const master& solved) {
  round now;
  now.stage = {solved.weights(), solved.bias()};
  now.point.objective = solved.objective();
  now.point.train_error = solved.train_error();
  return now;
}

/// The best lower bound so far: on the optimum over the pool, where there is one.
double column_generator::bound_by(const master& solved) const {
  if (!std::isnan(priced_bound_)) return std::max({bound_, priced_bound_, solved.trivial_bound()});
  return std::max(solved.dual_objective(), solved.trivial_bound());
}

/// What a solve with the pending learners came to. Validation and test set take these in, unless
/// it is `ahead` of the end of their iteration.
column_generator::round column_generator::look_at(const master& solved, bool ahead) {
  round now = solution(solved);
  setting_.report.poll();
  const auto measured_on = [&](validation_set& rows) {
    if (ahead) return rows.measure_ahead(pending_, now.stage);
    for (const auto& learner : pending_) rows.add(*learner);
    return rows.measure(now.stage);
  };
  if (setting_.validation != nullptr) {
    const validation_set::measured on_rows = measured_on(*setting_.validation);
    now.point.validation_error = on_rows.error;
    now.point.validation_criterion = on_rows.criterion;
  }
  if (setting_.test != nullptr) now.point.test_error = measured_on(*setting_.test).error;
  now.point.dual_objective = bound_by(solved);
  // The master of the bias alone is no part of a model with learners.
  if (!learners_.empty() || pending_.empty()) now.excess = last_.excess;
  if (!solved.converged()) now.excess = warning(solved);
  if (pending_.empty()) return now;
  now.point.iteration = static_cast<double>(iterations() + 1);
  now.point.learners = static_cast<double>(chosen());
  now.point.master_gap = training_report::relative_gap(
      now.point.objective, std::max(solved.dual_objective(), solved.trivial_bound()));
  return now;
}

/// Whether it is better on the validation set than all rounds before.
bool column_generator::is_best(const round& now) const {
  return iterations() == 0 ||
         setting_.validation->watched().better(now.point.validation_criterion,
                                               best_round_.point.validation_criterion);
}

/// Takes the last solve, now priced, into the result. What may be interrupted comes first.
void column_generator::accept() {
  round now = look_at(setting_.restricted, false);
  bound_ = now.point.dual_objective;
  if (!pending_.empty()) {
    now.point.score = best_.merit;
    if (setting_.validation != nullptr && is_best(now)) best_round_ = now;
    for (auto& learner : pending_) learners_.push_back(std::move(learner));
    pending_.clear();
    curve_.push_back(now.point);
    if (setting_.keep_stages) stages_.push_back(now.stage);
  }
  last_ = std::move(now);
  stands_ = true;
  tell(last_);
}

/// The round that ends with the pending learners, though their iteration wants another.
void column_generator::look_ahead(std::optional<round>& ahead) {
  const std::unique_ptr<master> apart = setting_.restricted.copy();
  apart->solve();
  ahead = look_at(*apart, true);
  tell(*ahead);
}

std::string column_generator::warning(const master& solved) const {
  const double gap = training_report::relative_gap(
      solved.objective(), std::max(solved.dual_objective(), solved.trivial_bound()));
  return text("the restricted master of iteration ", iterations() + (pending_.empty() ? 0 : 1),
              " stopped at a relative gap of ", gap,
              ", above its tolerance; raise tolerance, lower C, or take its gap as it is");
}

void column_generator::tell(const round& now) const {
  const curve_point& point = now.point;
  const auto iteration = static_cast<std::int64_t>(point.iteration);
  const auto reached = static_cast<std::int64_t>(point.learners);
  setting_.report.report({iteration, iteration + iterations_to_come(learners_wanted_ - reached),
                          point.objective,
                          training_report::relative_gap(point.objective, point.dual_objective),
                          point.train_error, point.validation_error, point.validation_criterion});
}

/// With the model of the last round, or of the best one on the validation set.
ensemble_parts column_generator::finished(const std::optional<round>& ahead,
                                          training_report& report) {
  const round& last = ahead ? *ahead : last_;
  const bool is_chosen = setting_.validation != nullptr && last.point.learners > 0;
  const round& kept = !is_chosen || (ahead && is_best(*ahead)) ? last : best_round_;
  const auto learners = static_cast<std::size_t>(kept.point.learners);
  report.iterations = static_cast<std::int64_t>(last.point.iteration);
  report.best_iteration = static_cast<std::int64_t>(kept.point.iteration);
  report.objective = kept.point.objective;
  report.dual_objective = kept.point.dual_objective;
  if (!std::isnan(report.dual_objective))
    report.gap_scope = std::isnan(priced_bound_) ? "restricted" : "pool";
  report.train_error = kept.point.train_error;
  if (!last.excess.empty()) report.warnings.push_back(last.excess);
  report.curve = curve_;
  if (ahead) report.curve.push_back(ahead->point);

  ensemble_parts parts;
  for (std::size_t j = 0; j < learners; ++j)
    parts.learners.append_copy(j < learners_.size() ? *learners_[j]
                                                    : *pending_[j - learners_.size()]);
  parts.final_stage = kept.stage;
  if (setting_.keep_stages) {
    parts.stages = stages_;
    if (ahead) parts.stages.push_back(ahead->stage);
    parts.stages.resize(report.best_iteration);
  }
  returned_ = static_cast<std::int64_t>(last.point.learners);
  return parts;
}

}  // namespace coppice
