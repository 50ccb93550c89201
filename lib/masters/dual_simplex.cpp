#include "masters/dual_simplex.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/crossing.hpp"
#include "core/random.hpp"
#include "core/row_sums.hpp"

namespace coppice {
namespace {

constexpr double between_kinks = 1e-9;     // of the margin, at most
constexpr double tolerated_excess = 1e-9;  // of scores, which are about 1
constexpr double rounding_of_sum = 1e-15;  // of all duals
constexpr double least_rate = 1e-9;        // of the largest weight's; below, it is rounding
constexpr double most_error = 1e-11;       // of the margins of the basis's rows, and of scores
constexpr std::int64_t edges_a_check = 64;
constexpr int most_restarts = 3;

/// Where the loss of row i bends.
double margin_of_kink(std::int64_t i) {
  return 1 + between_kinks * 0x1p-64 * static_cast<double>(stream_seed(0, i));
}

}  // namespace

bool dual_simplex::meeting::operator<(const meeting& other) const {
  return std::tie(at, with.is_row, with.index) <
         std::tie(other.at, other.with.is_row, other.with.index);
}

dual_simplex::dual_simplex(std::vector<double> signs, std::vector<double> costs, thread_team& team,
                           const progress& report)
    : team_(team), report_(report), signs_(std::move(signs)), costs_(std::move(costs)) {
  const auto n = static_cast<std::int64_t>(costs_.size());
  report_.resize(slack_, n);
  report_.resize(residual_, n);
  report_.resize(is_basic_, n);
}

vector dual_simplex::margins_of_kinks() const {
  vector result(basis_.size());
  for (std::int64_t p = 0; p < basis_.size(); ++p) result[p] = margin_of_kink(basis_.row(p));
  return result;
}

/// Times the row's label.
std::vector<double> dual_simplex::outputs_on(std::int64_t i, const column_matrix& columns) const {
  const vector label = vector::Constant(1, signs_[i]);
  std::vector<double> outputs;
  for (std::int64_t j = 0; j < columns.columns(); ++j)
    outputs.push_back(columns.multiply_row(i, j, label, 0));
  return outputs;
}

void dual_simplex::solve(const column_matrix& columns) {
  const bool is_first = w_.size() == 0;
  take(columns);
  if (is_first) {
    begin(columns);
  } else {
    watch(columns);
    scores_ = columns.correlate(residual_);
  }
  descend(columns);
  const vector of_basis = basis_.solve(vector::Ones(basis_.size()));
  vector weights = vector::Zero(w_.size());
  for (std::int64_t q = 0; q < basis_.size(); ++q) weights[basis_.learner(q)] = of_basis[q];
  weights_ = std::move(weights);
}

/// The columns that have come since the last solve.
void dual_simplex::take(const column_matrix& columns) {
  const std::int64_t before = w_.size();
  const auto lengthen = [&](vector& old) {
    vector longer = vector::Zero(columns.columns());
    longer.head(before) = old;
    old = std::move(longer);
  };
  lengthen(w_);
  lengthen(seen_from_);
  lengthen(largest_output_);
  std::vector<float> outputs;
  for (std::int64_t j = before; j < columns.columns(); ++j) {
    columns.get(j, outputs);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      report_.poll_at(static_cast<std::int64_t>(i));
      largest_output_[j] = std::max(largest_output_[j], static_cast<double>(std::abs(outputs[i])));
    }
    vector on_basis(basis_.size());
    for (std::int64_t p = 0; p < basis_.size(); ++p)
      on_basis[p] = signs_[basis_.row(p)] * static_cast<double>(outputs[basis_.row(p)]);
    basis_.add_learner(on_basis);
  }
}

/// From vertex to vertex, until no edge leads down.
void dual_simplex::descend(const column_matrix& columns) {
  // Only where rounding leads it in circles is it as long.
  const auto most_edges = 1000 + 10 * (static_cast<std::int64_t>(costs_.size()) + w_.size());
  int restarts = 0;
  for (std::int64_t edges = 0; edges < most_edges && restarts <= most_restarts; ++edges) {
    report_.poll();
    const edge along = steepest_edge();
    const bool is_optimum = !along.left.exists();
    const walk_end end = is_optimum ? walk_end::nowhere : walk(columns, along);
    bool is_sound = true;
    if (end == walk_end::nowhere) {
      is_sound = is_optimum && is_accurate();
      if (is_sound || since_renewed_ == 0) return;
    } else if (end == walk_end::out_of_reach) {
      watch(columns, has_moved_ ? 0 : 2 * most_watched_);
    } else if (since_renewed_ % edges_a_check == 0) {
      is_sound = is_accurate();
    }
    if (is_sound || renew(columns)) continue;
    begin(columns);
    ++restarts;
  }
}

/// Where all weights are 0.
void dual_simplex::begin(const column_matrix& columns) {
  basis_.clear();
  std::fill(is_basic_.begin(), is_basic_.end(), 0);
  w_.setZero();
  watch(columns);
  add_up_duals(columns);
}

/// Computes anew what changes from edge to edge; false where the basis's matrix has no inverse that
/// is of use.
bool dual_simplex::renew(const column_matrix& columns) {
  basis_.invert(report_);
  const vector margins = margins_of_kinks();
  const vector of_basis = basis_.solve(margins);
  if (!(basis_.excess(of_basis, margins).lpNorm<Eigen::Infinity>() < 1e-6)) return false;
  w_.setZero();
  for (std::int64_t q = 0; q < basis_.size(); ++q) {
    w_[basis_.learner(q)] = of_basis[q];
    if (of_basis[q] != 0) basis_.set_side(q, of_basis[q] > 0 ? 1 : -1);
  }
  watch(columns);
  add_up_duals(columns);
  correct_duals();
  return true;
}

/// Adds up all slacks, and watches so many rows whose slacks are smallest; 0 for the usual number,
/// which may be half or twice as large for as much time.
void dual_simplex::watch(const column_matrix& columns, std::int64_t most) {
  constexpr std::int64_t sampled = 4096;
  const auto n = static_cast<std::int64_t>(costs_.size());
  most_watched_ = most > 0 ? most : 1 + n / 16 + 4 * basis_.size();
  columns.multiply(w_, 0, slack_);
  for_rows(team_, report_, n, 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
      slack_[i] = is_basic_[i] != 0 ? 0 : margin_of_kink(i) - signs_[i] * slack_[i];
  });
  seen_from_ = w_;
  has_moved_ = false;
  reach_of_watch_ = std::numeric_limits<double>::infinity();
  if (most_watched_ < n) {
    std::vector<double> distances;
    const std::int64_t apart = std::max<std::int64_t>(1, n / sampled);
    for (std::int64_t i = 0; i < n; i += apart) distances.push_back(std::abs(slack_[i]));
    const auto middle = distances.begin() + most_watched_ / apart;
    std::nth_element(distances.begin(), middle, distances.end());
    reach_of_watch_ = *middle * (1 + 10 * between_kinks);  // with rows of the same pattern
  }
  watched_.clear();
  for (std::int64_t i = 0; i < n; ++i) {
    if (std::abs(slack_[i]) < reach_of_watch_ || is_basic_[i] != 0) watched_.push_back(i);
    report_.poll_at(i);
  }
}

/// How far weights, times outputs, may still go before a row that is not watched meets its kink.
double dual_simplex::reach() const {
  return reach_of_watch_ - (w_ - seen_from_).cwiseAbs().dot(largest_output_);
}

/// Of all rows by their slacks, which are all known; those of the basis keep theirs.
void dual_simplex::add_up_duals(const column_matrix& columns) {
  const auto sum = sum_over_rows(team_, report_, static_cast<std::int64_t>(costs_.size()), 1, 1,
                                 [&](std::int64_t first, std::int64_t last, double* sums) {
                                   for (std::int64_t i = first; i < last; ++i) {
                                     if (is_basic_[i] == 0)
                                       residual_[i] = slack_[i] > 0 ? signs_[i] * costs_[i] : 0;
                                     *sums += std::abs(residual_[i]);
                                   }
                                 });
  tolerance_ = tolerated_excess + rounding_of_sum * sum[0];
  scores_ = columns.correlate(residual_);
  since_renewed_ = 0;
}

/// So that the scores of the basis's learners are the signs of their weights.
void dual_simplex::correct_duals() {
  vector missing(basis_.size());
  for (std::int64_t q = 0; q < basis_.size(); ++q)
    missing[q] = basis_.side(q) - scores_[basis_.learner(q)];
  const vector change = basis_.inverse().transpose() * missing;
  for (std::int64_t p = 0; p < basis_.size(); ++p) {
    residual_[basis_.row(p)] += signs_[basis_.row(p)] * change[p];
    scores_ += change[p] * Eigen::Map<const vector>(basis_.outputs(p).data(), scores_.size());
  }
}

bool dual_simplex::is_accurate() const {
  vector of_basis(basis_.size());
  double error = 0;
  for (std::int64_t q = 0; q < basis_.size(); ++q) {
    of_basis[q] = w_[basis_.learner(q)];
    error = std::max(error, std::abs(scores_[basis_.learner(q)] - basis_.side(q)));
  }
  return error + basis_.excess(of_basis, margins_of_kinks()).lpNorm<1>() < most_error;
}

/// By the slope of P against the length of the step in w.
dual_simplex::edge dual_simplex::steepest_edge() const {
  edge best;
  double steepest = 0;
  const auto is_better = [&](double excess, double squared_length) {
    const double steepness = excess * excess / squared_length;
    if (!(steepness > steepest)) return false;
    steepest = steepness;
    best.slope = -excess;
    return true;
  };
  for (std::int64_t p = 0; p < basis_.size(); ++p) {
    const std::int64_t i = basis_.row(p);
    const double a = signs_[i] * residual_[i];
    const double excess = std::max(-a, a - costs_[i]);
    if (!(excess > tolerance_) || !is_better(excess, basis_.inverse().col(p).squaredNorm()))
      continue;
    best.left = {true, i};
    best.direction = a < 0 ? 1 : -1;
    best.step = best.direction * basis_.inverse().col(p);
  }
  for (std::int64_t j = 0; j < scores_.size(); ++j) {
    const double excess = std::abs(scores_[j]) - 1;
    if (!(excess > tolerance_) || basis_.has_learner(j) || !(excess * excess > steepest)) continue;
    const vector others = basis_.inverse() * basis_.outputs_of(j);
    if (!is_better(excess, 1 + others.squaredNorm())) continue;
    best.left = {false, j};
    best.direction = scores_[j] > 0 ? 1 : -1;
    best.step = -best.direction * others;
  }
  return best;
}

dual_simplex::walk_end dual_simplex::walk(const column_matrix& columns, const edge& along) {
  vector d = vector::Zero(w_.size());
  for (std::int64_t q = 0; q < basis_.size(); ++q) d[basis_.learner(q)] = along.step[q];
  if (!along.left.is_row) d[along.left.index] = along.direction;
  columns.multiply(d, 0, watched_, rates_);
  meet(along, d, reach() / d.cwiseAbs().dot(largest_output_));
  if (!find_lowest(along.slope))
    return std::isinf(reach_of_watch_) ? walk_end::nowhere : walk_end::out_of_reach;
  go(columns, along, meetings_[lowest_]);
  return walk_end::at_kink;
}

/// Lists the kinks that a walk along d meets before it is as long as `limit`.
void dual_simplex::meet(const edge& along, const vector& d, double limit) {
  const double least = least_rate * d.lpNorm<Eigen::Infinity>();
  meetings_.clear();
  const auto add = [&](double at, double rise, const simplex_kink& with) {
    if (at < limit) meetings_.push_back({std::max(0.0, at), rise, with});
  };
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    report_.poll_at(static_cast<std::int64_t>(k));
    const std::int64_t i = watched_[k];
    rates_[k] *= is_basic_[i] != 0 ? 0 : signs_[i];
    if (residual_[i] != 0 ? rates_[k] > least : rates_[k] < -least)
      add(slack_[i] / rates_[k], costs_[i] * std::abs(rates_[k]), {true, i});
  }
  for (std::int64_t q = 0; q < basis_.size(); ++q)
    if (basis_.side(q) * along.step[q] < -least)
      add(-w_[basis_.learner(q)] / along.step[q], 2 * std::abs(along.step[q]),
          {false, basis_.learner(q)});
}

/// The meeting from which P falls no longer; false where it falls beyond all that are listed. Those
/// before it come first.
bool dual_simplex::find_lowest(double slope) {
  const auto found = find_crossing(
      meetings_.begin(), meetings_.end(), slope, [](const meeting& one) { return one.rise; },
      report_);
  lowest_ = found.at - meetings_.begin();
  return found.at != meetings_.end();
}

/// To the vertex of this meeting.
void dual_simplex::go(const column_matrix& columns, const edge& along, const meeting& stop) {
  has_moved_ = true;
  std::vector<std::pair<std::int64_t, double>> changes;  // of the residual
  const auto change_residual = [&](std::int64_t i, bool is_short) {
    const double value = is_short ? signs_[i] * costs_[i] : 0;
    changes.emplace_back(i, value - residual_[i]);
    residual_[i] = value;
  };
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    report_.poll_at(static_cast<std::int64_t>(k));
    slack_[watched_[k]] -= stop.at * rates_[k];
  }
  for (std::int64_t q = 0; q < basis_.size(); ++q) w_[basis_.learner(q)] += stop.at * along.step[q];
  for (std::size_t k = 0; k < lowest_; ++k) {
    const simplex_kink& passed = meetings_[k].with;
    if (passed.is_row)
      change_residual(passed.index, residual_[passed.index] == 0);
    else
      basis_.turn(passed.index);
  }
  const std::int64_t left = along.left.index;
  if (along.left.is_row) {
    is_basic_[left] = 0;
    slack_[left] = -stop.at * along.direction;
    change_residual(left, along.direction < 0);
  } else {
    w_[left] = stop.at * along.direction;
  }
  std::vector<double> outputs;
  if (stop.with.is_row) {
    is_basic_[stop.with.index] = 1;
    slack_[stop.with.index] = 0;
    outputs = outputs_on(stop.with.index, columns);
  } else {
    w_[stop.with.index] = 0;
  }
  basis_.exchange(along.left, along.direction, stop.with, std::move(outputs));

  std::sort(changes.begin(), changes.end());
  row_indices rows;
  row_values by;
  for (const auto& [row, change] : changes) {
    rows.push_back(row);
    by.push_back(change);
  }
  columns.add_correlations(rows, by, scores_);
  correct_duals();
  ++since_renewed_;
}

}  // namespace coppice
