#include "masters/least_squares_master.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"

namespace coppice {
namespace {

/// Until U is made anew, at the latest. (Of 9 residuals this takes as long as 9 columns.)
constexpr std::int64_t columns_a_renewal = 64;

/// A relative gap below is rounding; with large costs, which multiply rounding, a larger one too.
constexpr double closest = 1e-11;
constexpr double closest_for_large_costs = 1e-6;

/// Of the sums that a number went through, as rounding has left it.
constexpr double rounding = 1e-15;

}  // namespace

least_squares_master::least_squares_master(std::vector<double> costs, std::int64_t dimensions,
                                           expected_numbers expected, merit_rule rule,
                                           thread_team& team, progress& report)
    : costs_(std::move(costs)),
      expected_(std::move(expected)),
      rule_(rule),
      team_(team),
      report_(report),
      rows_(static_cast<std::int64_t>(costs_.size())),
      dimensions_(dimensions),
      columns_(rows_, team, report),
      bias_(vector::Zero(dimensions_)) {
  const std::vector<double> sums =
      sum_over_rows(dimensions_ + 1, [this](std::int64_t first, std::int64_t last, double* sum) {
        for (std::int64_t i = first; i < last; ++i) {
          const double cost = costs_[i];
          for (std::int64_t t = 0; t < dimensions_; ++t) sum[t] += cost * expected_(i, t);
          sum[dimensions_] += cost;
        }
      });
  total_ = sums.back();
  expected_means_ = Eigen::Map<const vector>(sums.data(), dimensions_) / total_;
  report_.resize(residual_, rows_ * dimensions_);
}

void least_squares_master::add_column(const float* outputs) {
  waiting_.emplace_back(outputs, outputs + rows_);
  columns_.append(outputs);
}

void least_squares_master::solve() {
  const auto solved = static_cast<std::int64_t>(means_.size());
  // As many directions as dimensions tell no more than U, and would take as much memory.
  const bool keeps_steps = static_cast<std::int64_t>(waiting_.size()) < dimensions_;
  const auto kept = static_cast<std::int64_t>(keeps_steps ? waiting_.size() : 1);
  directions_.clear();
  if (!waiting_.empty()) report_.resize(directions_, kept * rows_);
  forget_steps();
  for (const std::vector<float>& outputs : waiting_) {
    if (!keeps_steps) forget_steps();
    take_in(outputs);
  }
  if (!keeps_steps) forget_steps();
  waiting_.clear();
  const auto now = static_cast<std::int64_t>(means_.size());
  const bool is_due = now == 0 || solved / columns_a_renewal != now / columns_a_renewal;
  if (is_due) renew();
  evaluate();
  if (is_due || relative_gap() <= closest) return;
  renew();
  evaluate();
}

void least_squares_master::take_in(const std::vector<float>& outputs) {
  const double* costs = costs_.data();
  const double mean = dot(outputs.data(), costs, rows_) / total_;
  report_.poll();
  std::vector<double> centred(static_cast<std::size_t>(rows_));  // diag(c) h~
  for (std::int64_t i = 0; i < rows_; ++i) {
    report_.poll_at(i);
    centred[i] = costs[i] * (static_cast<double>(outputs[i]) - mean);
  }
  const auto solved = static_cast<Eigen::Index>(means_.size());
  const Eigen::Map<const vector> means(means_.data(), solved);
  vector others = columns_.correlate(centred).head(solved);
  std::vector<double> row = factor_.forward(others);
  factor_.backward(row, others);

  vector all = vector::Zero(columns_.columns());
  all.head(solved) = others;
  std::vector<double> fitted;
  columns_.multiply(all, mean - means.dot(others), fitted);
  double* const direction = &directions_[steps_ * rows_];
  const std::vector<double> sums =
      sum_over_rows(dimensions_ + 2, [&](std::int64_t first, std::int64_t last, double* sum) {
        for (std::int64_t i = first; i < last; ++i) {
          const double h = outputs[i];
          const double rest = h - fitted[i];
          direction[i] = costs[i] * rest;
          sum[dimensions_] += direction[i] * rest;
          sum[dimensions_ + 1] += std::abs(direction[i]);
          for (std::int64_t t = 0; t < dimensions_; ++t)
            sum[t] += residual_[i * dimensions_ + t] * (h - mean);
        }
      });
  const double curvature = 1 + others.squaredNorm() + sums[dimensions_];
  factor_.append(std::move(row), std::sqrt(curvature));
  means_.push_back(mean);
  step(others, sums, curvature);
}

/// Takes the newest column in: its weights, and what they change.
void least_squares_master::step(const vector& others, const std::vector<double>& sums,
                                double curvature) {
  vector w(dimensions_);
  for (std::int64_t t = 0; t < dimensions_; ++t) w[t] = sums[t] / curvature;
  const double* const direction = &directions_[steps_ * rows_];
  for_rows([&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
      for (std::int64_t t = 0; t < dimensions_; ++t)
        residual_[i * dimensions_ + t] -= direction[i] * w[t];
  });
  for (Eigen::Index j = 0; j < others.size(); ++j)
    for (std::int64_t t = 0; t < dimensions_; ++t)
      weights_[j * dimensions_ + t] -= others[j] * w[t];
  weights_.insert(weights_.end(), w.data(), w.data() + dimensions_);
  factors_.insert(factors_.end(), w.data(), w.data() + dimensions_);
  ++steps_;
  turnover_ += (sums[dimensions_ + 1] + total_ * others.lpNorm<1>()) * w.lpNorm<1>();
}

/// Makes U anew, and refines W as long as that brings the gap down.
void least_squares_master::renew() {
  forget_steps();
  vector error = make_residual();
  while (error.squaredNorm() / 2 > closest * objective_) {
    const std::vector<double> last = weights_;
    const double last_distance = distance_;
    const auto learners = static_cast<Eigen::Index>(means_.size());
    for (std::int64_t t = 0; t < dimensions_; ++t) {
      const vector of_one = error.segment(t * learners, learners);
      vector change(learners);
      factor_.backward(factor_.forward(of_one), change);
      for (Eigen::Index j = 0; j < learners; ++j) weights_[j * dimensions_ + t] += change[j];
    }
    error = make_residual();
    if (distance_ <= last_distance / 2) continue;
    if (distance_ > last_distance) {
      weights_ = last;
      make_residual();
    }
    return;
  }
}

/// b and U of W; returns Phi'U - W, dimension after dimension.
vector least_squares_master::make_residual() {
  const auto learners = static_cast<Eigen::Index>(means_.size());
  const Eigen::Map<const vector> means(means_.data(), learners);
  vector error(learners * dimensions_);
  std::vector<double> f;
  turnover_ = 0;
  for (std::int64_t t = 0; t < dimensions_; ++t) {
    vector w(learners);
    for (Eigen::Index j = 0; j < learners; ++j) w[j] = weights_[j * dimensions_ + t];
    bias_[t] = expected_means_[t] - means.dot(w);
    columns_.multiply(w, bias_[t], f);
    double sum = 0;
    for (std::int64_t i = 0; i < rows_; ++i) {
      report_.poll_at(i);
      f[i] = costs_[i] * (expected_(i, t) - f[i]);
      sum += f[i];
      turnover_ += std::abs(f[i]);
    }
    // Rounding has left a little of a sum that the bias makes 0.
    bias_[t] += sum / total_;
    for (std::int64_t i = 0; i < rows_; ++i) {
      report_.poll_at(i);
      f[i] -= costs_[i] * (sum / total_);
      residual_[i * dimensions_ + t] = f[i];
    }
    error.segment(t * learners, learners) = columns_.correlate(f) - w;
  }
  distance_ = error.norm();
  return error;
}

/// The objective and the bound, from U.
void least_squares_master::evaluate() {
  const auto learners = static_cast<Eigen::Index>(means_.size());
  for (std::int64_t t = 0; t < dimensions_; ++t) {
    bias_[t] = expected_means_[t];
    for (Eigen::Index j = 0; j < learners; ++j)
      bias_[t] -= means_[j] * weights_[j * dimensions_ + t];
  }
  const std::vector<double> losses =
      sum_over_rows(1, [&](std::int64_t first, std::int64_t last, double* sum) {
        for (std::int64_t i = first; i < last; ++i) {
          double squares = 0;
          for (std::int64_t t = 0; t < dimensions_; ++t)
            squares += std::pow(residual_[i * dimensions_ + t], 2);
          *sum += squares / costs_[i];
        }
      });
  double squared_weights = 0;
  for (const double w : weights_) squared_weights += w * w;
  objective_ = (squared_weights + losses[0]) / 2;
  const auto numbers = static_cast<double>(weights_.size() + 1);
  dual_objective_ =
      objective_ - std::pow(distance_ + rounding * std::sqrt(numbers) * turnover_, 2) / 2;
}

bool least_squares_master::converged() const {
  return relative_gap() <= closest_for_large_costs;
}

double least_squares_master::rounding_of(double size) const {
  return 2 * rounding * static_cast<double>(columns_.columns() + columns_a_renewal) * size;
}

}  // namespace coppice
