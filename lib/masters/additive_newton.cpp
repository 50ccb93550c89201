#include "masters/additive_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/row_sums.hpp"
#include "masters/separation.hpp"

namespace coppice {
namespace {

constexpr std::int64_t most_newton_steps = 500;
constexpr std::int64_t most_failures = 8;

/// To ask accept() takes about as long as two steps.
constexpr std::int64_t steps_between_asking = 16;
constexpr double largest_asking_gap = 0.1;

/// A centre's problem is solved when what is left of it is this share of what its solution moves.
constexpr double share_of_move = 0.2;

/// It is the last one if its solution would leave this share of the gap that is wanted, and is
/// solved as closely as that takes: the eigenvalues of K multiply what is left of it in the gap, so
/// that far better points were left for another centre. This made fits up to three times as fast.
constexpr double share_of_wanted_gap = 0.8;
constexpr double last_share_of_move = 1e-9;

/// Of beta from a: what the sum of coefficients may be off from 0 where only a slope is wanted. (Of
/// the sum of the bounds it cannot be a share: with a large cost all coefficients are that small.)
constexpr double share_of_distance = 1e-4;

/// The proximal step of the first centre is a guess. It was far too long where one step of Newton's
/// after another is shorter than this, and becomes so many times as long. (On german-numer
/// selections of C took 7 % fewer steps.)
constexpr double short_length = 0.1;
constexpr std::int64_t most_short_steps = 2;
constexpr double after_short_steps = 0.1;

/// Rows rest whose margin is beyond that of the loss by this much. Where more than this share does,
/// all is set up anew without them.
constexpr double resting_margin = 1;
constexpr double worth_leaving = 0.4;

constexpr double roughest = 1e-3;  // accuracy of Newton's equation
constexpr double finest = 1e-13;

}  // namespace

additive_newton::additive_newton(const additive_gram& gram, const kernel_problem& problem,
                                 double scale, face_memory& memory, thread_team& team,
                                 progress& report)
    : gram_(gram),
      problem_(problem),
      clipped_(problem.low, problem.high, team, report),
      scale_(scale),
      wanted_(problem.tolerance),
      team_(team),
      report_(report),
      face_(memory, team, report),
      accuracy_(roughest) {
  const auto size = static_cast<std::size_t>(gram.rows());
  towards_.resize(size);
  shifted_.resize(size);
  places_.resize(size);
}

newton_end additive_newton::run(newton_point& point, const std::function<bool()>& accept) {
  at_ = &point;
  point.beta.resize(point.coefficients.size());
  sums_ = gram_.product(point.coefficients, team_, report_);
  best_dual_ = -std::numeric_limits<double>::infinity();
  best_gap_ = asked_gap_ = std::numeric_limits<double>::infinity();
  steps_since_asked_ = 0;
  is_first_centre_ = true;
  const newton_end end = end_of_steps(accept);
  if (end == newton_end::stalled && !best_beta_.empty()) point.beta = std::move(best_beta_);
  return end;
}

newton_end additive_newton::end_of_steps(const std::function<bool()>& accept) {
  newton_point& point = *at_;
  for (std::int64_t step = 0; step < most_newton_steps; ++step) {
    clip();
    if (coefficients_reach(accept)) return newton_end::reached;
    sums_towards_ = gram_.product(towards_, team_, report_);
    if (reaches(gap(), accept)) return newton_end::reached;
    ++steps_;
    ++steps_since_asked_;
    if (away_ <= (is_last_centre() ? last_share_of_move : share_of_move) * moved_ ||
        blurred_ >= 2) {
      if (reaches(gap_if_separated(), accept)) return newton_end::reached;
      if (moved_ <= 1e-15 * length_) return newton_end::stalled;
      move_centre();
      if (many_rest()) return newton_end::many_rest;
    } else if (steps_ % 10 == 0 && away_ > share_of_move * moved_) {
      point.step = std::max(0.3 * point.step, point.least_step);
    } else if (is_first_centre_ && short_steps_ == most_short_steps &&
               point.step > point.least_step) {
      point.step = std::max(after_short_steps * point.step, point.least_step);
      short_steps_ = 0;
    } else if (!newton_step()) {
      return newton_end::stalled;
    }
  }
  return newton_end::stalled;
}

/// Whether so many rows rest that it is worth while to go on without them.
bool additive_newton::many_rest() {
  const newton_point& at = *at_;
  resting_.assign(at.centre.size(), false);
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < rows(); ++i) {
    report_.poll_at(i);
    if (at.coefficients[i] != 0 || at.centre[i] != 0) continue;
    const double z = problem_.targets[i] - sums_[i] - at.bias;
    const double bound = z > 0 ? problem_.high[i] : problem_.low[i];
    if (bound != 0 || std::abs(z) < resting_margin) continue;
    resting_[i] = true;
    ++count;
  }
  return static_cast<double>(count) > worth_leaving * static_cast<double>(rows());
}

bool additive_newton::is_last_centre() const {
  return gap_if_solved_ <= share_of_wanted_gap * wanted_ * best_dual_;
}

/// Of beta, which is kept where its gap is by far the smallest.
bool additive_newton::reaches(double gap, const std::function<bool()>& accept) {
  if (2 * gap < best_gap_) {
    best_gap_ = gap;
    best_beta_ = at_->beta;
  }
  if (!(gap <= asking_gap(accept))) return false;
  if (!accept || accept()) return true;
  asked_gap_ = gap;
  steps_since_asked_ = 0;
  if (gap <= wanted_) wanted_ = gap / 2;
  return false;
}

/// That at which it is asked: the one to reach, or, on a long way, half of the last.
double additive_newton::asking_gap(const std::function<bool()>& accept) const {
  if (!accept || steps_since_asked_ < steps_between_asking) return wanted_;
  return std::max(wanted_, std::min(largest_asking_gap, asked_gap_ / 2));
}

/// beta of the sums as they are, and with it e; the rows that are free.
void additive_newton::clip() {
  newton_point& at = *at_;
  for_each_row(team_, report_, rows(), [&](std::int64_t i) {
    shifted_[i] = at.centre[i] + at.step * (problem_.targets[i] - sums_[i]);
  });
  at.bias = clipped_.shift(shifted_, at.step * at.bias, 0) / at.step;
  const std::vector<double> of_rows = sum_over_rows(
      team_, report_, rows(), 1, 5, [&](std::int64_t first, std::int64_t last, double* sums) {
        for (std::int64_t i = first; i < last; ++i) {
          const double wanted = shifted_[i] - at.step * at.bias;
          at.beta[i] = std::min(std::max(wanted, problem_.low[i]), problem_.high[i]);
          const bool is_free = wanted > problem_.low[i] && wanted < problem_.high[i];
          places_[i] = is_free ? 0 : -1;
          const double e = at.beta[i] - at.coefficients[i];
          const double moved = at.beta[i] - at.centre[i];
          const double bound = moved > 0 ? problem_.high[i] : problem_.low[i];
          towards_[i] = e;
          sums[0] += at.beta[i];
          sums[1] += e * e;
          sums[2] += moved * moved;
          sums[3] += at.beta[i] * at.beta[i];
          sums[4] += moved * (bound - at.beta[i]);
        }
      });
  away_ = std::sqrt(of_rows[1]);
  moved_ = std::sqrt(of_rows[2]);
  length_ = std::sqrt(of_rows[3]);
  gap_if_solved_ = of_rows[4] / at.step;
  free_ = 0;
  for (std::int64_t i = 0; i < rows(); ++i) {
    report_.poll_at(i);
    if (places_[i] >= 0) places_[i] = static_cast<std::int32_t>(free_++);
  }
  if (free_ == 0) return;
  // The shift of large numbers has left its rounding. It must not add up from step to step: of
  // coefficients whose sum is not 0 the kernel makes more than a constant.
  const double mean = of_rows[0] / static_cast<double>(free_);
  for_each_row(team_, report_, rows(), [&](std::int64_t i) {
    if (places_[i] < 0) return;
    at.beta[i] = std::min(std::max(at.beta[i] - mean, problem_.low[i]), problem_.high[i]);
    towards_[i] = at.beta[i] - at.coefficients[i];
  });
}

/// With the last bias; v and K v by row.
template <class Value, class Sum>
additive_newton::objectives additive_newton::objectives_at(const Value& v, const Sum& sum) {
  const std::vector<double> of_rows = sum_over_rows(
      team_, report_, rows(), 1, 3, [&](std::int64_t first, std::int64_t last, double* sums) {
        for (std::int64_t i = first; i < last; ++i) {
          sums[0] += v(i) * sum(i);
          sums[1] += problem_.targets[i] * v(i);
          const double z = problem_.targets[i] - sum(i) - at_->bias;
          sums[2] += z > 0 ? problem_.high[i] * z : problem_.low[i] * z;
        }
      });
  return {of_rows[0] / 2 + of_rows[2], of_rows[1] - of_rows[0] / 2};
}

/// Of f = K beta + b, from the best beta so far.
double additive_newton::gap() {
  const objectives found =
      objectives_at([&](std::int64_t i) { return at_->coefficients[i] + towards_[i]; },
                    [&](std::int64_t i) { return sums_[i] + sums_towards_[i]; });
  best_dual_ = std::max(best_dual_, found.dual);
  return relative_gap(found.primal, best_dual_);
}

/// Whether the coefficients will do, once they are moved within the bounds; they are beta then.
bool additive_newton::coefficients_reach(const std::function<bool()>& accept) {
  newton_point& at = *at_;
  const objectives without_bounds = objectives_at(
      [&](std::int64_t i) { return at.coefficients[i]; }, [&](std::int64_t i) { return sums_[i]; });
  // The coefficients of a first step may be far outside, with a dual objective to match.
  const double hoped = relative_gap(without_bounds.primal, without_bounds.dual);
  if (!(std::abs(hoped) <= asking_gap(accept))) return false;
  std::vector<double> moved = clipped_.project_inside(at.coefficients);
  std::vector<double> by = moved;
  for_each_row(team_, report_, rows(), [&](std::int64_t i) { by[i] -= at.coefficients[i]; });
  const std::vector<double> sums_by = gram_.product(by, team_, report_);
  const objectives found = objectives_at([&](std::int64_t i) { return moved[i]; },
                                         [&](std::int64_t i) { return sums_[i] + sums_by[i]; });
  best_dual_ = std::max(best_dual_, found.dual);
  at.beta.swap(moved);
  if (reaches(relative_gap(found.primal, best_dual_), accept)) return true;
  at.beta.swap(moved);
  return false;
}

/// The gap of the multiple of beta that separates the classes with no loss; infinite without.
double additive_newton::gap_if_separated() const {
  std::vector<double> sums = sums_;
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += sums_towards_[i];
  const separation found = separate(problem_, at_->beta, sums);
  return found.multiple == 0 ? std::numeric_limits<double>::infinity()
                             : relative_gap(found.objective, found.dual_objective);
}

/// Steps become longer while a few of Newton's suffice, and shorter where it takes many. The sums
/// are computed anew, without the rounding of the steps that led here.
void additive_newton::move_centre() {
  sums_ = gram_.product(at_->coefficients, team_, report_);
  at_->centre = at_->beta;
  if (blurred_ >= 2)
    at_->step = std::max(at_->step / 4, at_->least_step);
  else if (steps_ <= 2)
    at_->step *= 4;
  else if (steps_ <= 4)
    at_->step *= 2;
  else if (steps_ > 7)
    at_->step = std::max(at_->step / 2, at_->least_step);
  steps_ = 0;
  short_steps_ = 0;
  blurred_ = 0;
  is_first_centre_ = false;
}

/// c into e, and K c into K e.
void additive_newton::add_free_rows() {
  if (free_ < 2) return;
  std::vector<double> right(static_cast<std::size_t>(free_));
  for (std::int64_t i = 0; i < rows(); ++i)
    if (places_[i] >= 0) right[places_[i]] = -sums_towards_[i];
  const std::vector<double> c =
      face_.solve(gram_, places_, 1 / at_->step, std::move(right), accuracy_);
  std::vector<double> of_all(towards_.size(), 0.0);
  for_each_row(team_, report_, rows(), [&](std::int64_t i) {
    if (places_[i] >= 0) of_all[i] = c[places_[i]];
  });
  const std::vector<double> sums = gram_.product(of_all, team_, report_);
  for_each_row(team_, report_, rows(), [&](std::int64_t i) {
    towards_[i] += of_all[i];
    sums_towards_[i] += sums[i];
  });
}

/// The derivative, along the direction, of the function whose minimum the centre's a is.
double additive_newton::slope_at(double length) {
  const newton_point& at = *at_;
  for_each_row(team_, report_, rows(), [&](std::int64_t i) {
    const double sum = sums_[i] + length * sums_towards_[i];
    shifted_[i] = at.centre[i] + at.step * (problem_.targets[i] - sum);
  });
  const double shift = clipped_.shift(shifted_, at.step * at.bias, share_of_distance * away_);
  return sum_over_rows(
      team_, report_, rows(), 1, 1, [&](std::int64_t first, std::int64_t last, double* sums) {
        for (std::int64_t i = first; i < last; ++i) {
          const double beta =
              std::min(std::max(shifted_[i] - shift, problem_.low[i]), problem_.high[i]);
          const double a = at.coefficients[i] + length * towards_[i];
          sums[0] += (a - beta) * sums_towards_[i];
        }
      })[0];
}

/// Along Newton's direction as far as is good; false after many steps that led nowhere.
bool additive_newton::newton_step() {
  newton_point& at = *at_;
  add_free_rows();
  const std::vector<double> of_rows = sum_over_rows(
      team_, report_, rows(), 1, 5, [&](std::int64_t first, std::int64_t last, double* sums) {
        for (std::int64_t i = first; i < last; ++i) {
          const double along = sums_towards_[i];
          sums[0] -= (at.beta[i] - at.coefficients[i]) * along;
          sums[1] += towards_[i] * along;
          sums[2] += std::abs(towards_[i]);
          if (places_[i] < 0) continue;
          sums[3] += along;
          sums[4] += along * along;
        }
      });
  const double start = of_rows[0];  // the slope where it stands
  // The slope at the full step if the same rows stay free: 0, but for Newton's equation being
  // solved roughly.
  const double variation =
      of_rows[4] - (free_ > 0 ? of_rows[3] * of_rows[3] / static_cast<double>(free_) : 0);
  const double left = start + of_rows[1] + at.step * variation;
  const double rounding = 1e-16 * scale_ * of_rows[2] * of_rows[2];
  const double end = slope_at(1);
  double length = 1;
  if (std::abs(start) <= rounding || (end > 0 && end <= rounding && start >= -10 * rounding)) {
    ++blurred_;
  } else if (!(start < 0)) {
    length = 0;
    ++blurred_;
  } else if (end > 0.3 * std::abs(start)) {
    double near = 0;
    double far = 1;
    double near_slope = start;
    double far_slope = end;
    for (int tried = 0; tried < 20; ++tried) {
      const double share = near_slope / (near_slope - far_slope);
      length = near + (far - near) * std::min(0.9, std::max(0.1, share));
      const double slope = slope_at(length);
      if (std::abs(slope) < 0.3 * std::abs(start)) break;
      (slope < 0 ? near : far) = length;
      (slope < 0 ? near_slope : far_slope) = slope;
    }
  }
  if (length == 0) {
    accuracy_ = std::max(accuracy_ * 0.1, finest);
    return ++failures_ <= most_failures;
  }
  failures_ = 0;
  short_steps_ = length < short_length ? short_steps_ + 1 : 0;
  const bool rough = std::abs(left) > 0.1 * std::abs(start) || (length < 0.9 && steps_ >= 5);
  accuracy_ = rough ? std::max(accuracy_ * 0.3, finest) : std::min(roughest, accuracy_ * 2);
  for_each_row(team_, report_, rows(), [&](std::int64_t i) {
    at.coefficients[i] += length * towards_[i];
    sums_[i] += length * sums_towards_[i];
  });
  return true;
}

}  // namespace coppice
