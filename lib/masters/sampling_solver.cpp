#include "masters/sampling_solver.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "core/bring_in.hpp"
#include "core/row_sums.hpp"
#include "masters/best_bias.hpp"

namespace coppice {
namespace {

/// The first sample has so many rows, each further one so many times more.
constexpr std::int64_t rows_of_first_sample = 3000;
constexpr std::int64_t growth = 8;

/// Samples are solved to this gap, all rows to that of the problem.
constexpr double gap_of_samples = 0.15;

/// Rows whose margin is beyond that of the loss by this much rest. The larger one is for samples
/// whose machine says little about other rows; to wake rows later takes another round.
constexpr double least_resting_margin = 1;
constexpr double most_resting_margin = 3;

/// Where more than this share of the rows is awake, the rest takes part as well.
constexpr double most_awake = 0.85;

/// Times the scale of the kernel, costs up to which a problem is solved at once. Larger ones are
/// reached along a path of costs, each so many times the one before and solved to this gap.
constexpr double largest_cost = 1e4;
constexpr double path_factor = 10;
constexpr double gap_on_path = 1e-3;

/// From the solution for another cost: the share of the free rows that may leave with the first
/// proximal step, and the least share of the step that remains.
constexpr double share_leaving = 0.3;
constexpr double shortest_share = 1e-4;

constexpr int most_rounds = 30;  // of rows that rest

std::vector<std::int32_t> every_row(std::int64_t count) {
  std::vector<std::int32_t> places(static_cast<std::size_t>(count));
  std::iota(places.begin(), places.end(), 0);
  return places;
}

/// Of the rows that have a place, in their order; returns how many have one.
std::int32_t number_places(std::vector<std::int32_t>& places, const progress& report) {
  std::int32_t next = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    report.poll_at(static_cast<std::int64_t>(i));
    if (places[i] >= 0) places[i] = next++;
  }
  return next;
}

}  // namespace

sampling_solver::sampling_solver(const kernel_problem& problem, const additive_gram& all,
                                 additive_certificate& certificate, double scale,
                                 face_memory& memory, thread_team& team, progress& report)
    : problem_(problem),
      all_(all),
      certificate_(certificate),
      scale_(scale),
      memory_(memory),
      team_(team),
      report_(report),
      resting_margin_(least_resting_margin) {
  begin_at_zero();
}

void sampling_solver::begin_at_zero() {
  at_ = {};
  assign_rows(at_.coefficients, problem_.targets.size(), 0.0, team_, report_);
  assign_rows(at_.centre, problem_.targets.size(), 0.0, team_, report_);
}

/// The first sample's machine is certified, so that a fit that is stopped soon has one, and the
/// last one's, which tells among all rows. Others tell among those of the next sample only.
void sampling_solver::run() {
  begin_at_zero();
  if (certificate_.is_solved() || scale_ == 0) return;
  std::vector<additive_gram> samples = nested_samples();
  bool is_first = true;
  while (!samples.empty()) {
    const std::int64_t sampled = samples.back().rows();
    const double factor = solve_sample(samples.back(), is_first);
    samples.pop_back();
    if (is_first || samples.empty())
      certificate_.add_sample(at_.coefficients, factor);
    else
      certificate_.look_at(samples.back(), at_.coefficients);
    find_resting_margin(sampled);
    is_first = false;
  }
  solve_all(is_first);
}

/// The largest first, each made from the one before: all rows are passed over once.
std::vector<additive_gram> sampling_solver::nested_samples() const {
  std::vector<std::int64_t> counts;
  for (std::int64_t count = all_.rows(); count > 2 * rows_of_first_sample;) {
    count = std::max(rows_of_first_sample, count / growth);
    counts.push_back(count);
  }
  std::vector<additive_gram> samples;
  samples.reserve(counts.size());
  for (const std::int64_t count : counts)
    samples.emplace_back(samples.empty() ? all_ : samples.back(), count, team_, report_);
  return samples;
}

void sampling_solver::go_on(std::vector<double> coefficients) {
  at_ = {};
  at_.coefficients = std::move(coefficients);
  at_.centre = at_.coefficients;
  certificate_.add(at_.coefficients);
  if (certificate_.is_solved() || scale_ == 0) return;
  begin_step(all_.rows(), 1, true);
  solve_awake(1);
}

void sampling_solver::go_on(const cost_path& solved, double cost, double multiple) {
  at_ = solved.last();
  for (double& one : at_.coefficients) one *= multiple;
  for (double& one : at_.centre) one *= multiple;
  certificate_.add(at_.coefficients);
  if (certificate_.is_solved() || scale_ == 0) return;
  if (multiple == cost / solved.last_cost() && solved.has_line_to(cost)) {
    at_ = solved.on_line(cost);
    for (std::size_t i = 0; i < at_.centre.size(); ++i)
      at_.centre[i] = within_bounds(i, 1, at_.centre[i]);
  }
  solve_awake(multiple);
}

/// From a point whose machine is `multiple` times the one that the certificate got last.
void sampling_solver::solve_awake(double multiple) {
  std::vector<std::int32_t> places = awake(all_.rows(), multiple);
  shorten_step(multiple);
  wake_and_solve(std::move(places));
}

/// The proximal steps for rows whose costs are `factor` times those of the problem.
void sampling_solver::begin_step(std::int64_t count, double factor, bool is_first) {
  const double all_costs = sum_of_rows(
      team_, report_, count, [&](std::int64_t i) { return problem_.high[i] - problem_.low[i]; });
  const double cost = factor * all_costs / static_cast<double>(count);
  const double longest = 10 / scale_;
  at_.step = is_first ? std::min(cost / 4, longest) : std::min(2 * cost, 5 * longest);
  at_.least_step = 0.1 * at_.step;
}

/// The proximal steps and the centre that a sample begins with, whose costs are `factor` times
/// those of the problem. Once a machine tells rows with losses from others, most belong at 0.
void sampling_solver::begin(std::int64_t count, double factor, bool is_first) {
  begin_step(count, factor, is_first);
  const double most = (is_first ? 2 : 0.25) * at_.step;
  for_each_row(team_, report_, count, [&](std::int64_t i) {
    at_.centre[i] = std::min(factor * problem_.high[i] / 2, most) +
                    std::max(factor * problem_.low[i] / 2, -most);
  });
}

/// Returns how many times those of the problem the sample's costs are.
double sampling_solver::solve_sample(const additive_gram& sample, bool is_first) {
  const std::int64_t count = sample.rows();
  const double factor = static_cast<double>(all_.rows()) / static_cast<double>(count);
  begin(count, factor, is_first);
  std::vector<std::int32_t> places = is_first ? every_row(count) : awake(count);
  solve_rows(sample, places, factor, gap_of_samples, nullptr);
  return factor;
}

/// The more a sample's machine loses on other rows than on its own, the further out rows rest.
void sampling_solver::find_resting_margin(std::int64_t sampled) {
  const auto seen = static_cast<std::int64_t>(certificate_.last_sums().size());
  const auto others = static_cast<double>(seen - sampled);
  const double lost_inside =
      others / static_cast<double>(sampled) *
      sum_of_rows(team_, report_, sampled, [&](std::int64_t i) { return loss(i); });
  const double lost_outside = sum_of_rows(team_, report_, seen - sampled,
                                          [&](std::int64_t i) { return loss(sampled + i); });
  resting_margin_ = lost_outside > lost_inside
                        ? std::min(most_resting_margin,
                                   least_resting_margin * std::sqrt(lost_outside / lost_inside))
                        : least_resting_margin;
}

void sampling_solver::solve_all(bool is_first) {
  const std::int64_t count = all_.rows();
  begin(count, 1, is_first);
  std::vector<std::int32_t> places = is_first ? every_row(count) : awake(count);
  follow_path(places);
  wake_and_solve(std::move(places));
}

/// Rows rest while none of them loses much: then they take part as well.
void sampling_solver::wake_and_solve(std::vector<std::int32_t> places) {
  for (int round = 0; round < most_rounds && !certificate_.is_solved(); ++round) {
    const bool is_certified = certify_rows(places, 1);
    if (certificate_.is_solved() || !is_certified || !resting_lose(places)) return;
    places = awake(all_.rows());
  }
}

/// Solves the problem of the rows that have a place until the certificate says that this will do,
/// or that rows that rest have losses; false where rounding ended it before, which the
/// certificate gets as well.
bool sampling_solver::certify_rows(std::vector<std::int32_t>& places, double factor) {
  const bool is_certified = solve_rows(all_, places, factor, problem_.tolerance, [&] {
    std::vector<double> beta(at_.coefficients.size(), 0.0);
    for (std::size_t i = 0; i < places.size(); ++i)
      if (places[i] >= 0) beta[i] = inside_->beta[places[i]];
    certificate_.add(beta);
    return certificate_.is_solved() || resting_lose(places);
  });
  if (!is_certified) certificate_.add(at_.coefficients);
  return is_certified;
}

/// To the problem's costs where these are large, from solution to solution. One that no cost
/// bounds is that of all larger costs.
void sampling_solver::follow_path(std::vector<std::int32_t>& places) {
  double largest = 0;
  double mean = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    largest = std::max(largest, problem_.high[i] - problem_.low[i]);
    mean += (problem_.high[i] - problem_.low[i]) / static_cast<double>(places.size());
  }
  std::int64_t steps = 0;
  for (double cost = largest; cost * scale_ > largest_cost; cost /= path_factor) ++steps;
  if (steps == 0) return;
  const double shortest = at_.step;
  const auto begin_step = [&](double factor) {
    at_.step = std::max(shortest, std::min(factor * mean / 4, 1e3 / scale_));
  };
  cost_path solved;
  for (std::int64_t k = steps; k > 0; --k) {
    const double factor = std::pow(path_factor, -static_cast<double>(k));
    begin_step(factor);
    if (k == steps)
      for (std::size_t i = 0; i < places.size(); ++i)
        at_.centre[i] = within_bounds(i, factor / 2, at_.centre[i]);
    solve_rows(all_, places, factor, gap_on_path, nullptr);
    if (!any_at_bound(factor)) {
      certify_rows(places, factor);
      if (certificate_.is_solved()) return;
    }
    solved.add(at_, factor);
    const double next = path_factor * factor;
    const bool is_line = solved.has_line_to(next);
    if (is_line) at_ = solved.on_line(next);
    for (std::size_t i = 0; i < places.size(); ++i) {
      double& centre = at_.centre[i];
      if (!is_line && centre == within_bounds(i, factor, path_factor * centre))
        centre *= path_factor;  // at a bound, it follows the bound
      centre = within_bounds(i, next, centre);
    }
  }
  begin_step(1);
}

bool sampling_solver::any_at_bound(double factor) const {
  for (std::size_t i = 0; i < at_.centre.size(); ++i) {
    const double beta = at_.centre[i];
    if (beta != 0 && (beta <= factor * problem_.low[i] || beta >= factor * problem_.high[i]))
      return true;
  }
  return false;
}

double sampling_solver::within_bounds(std::size_t i, double factor, double value) const {
  return std::min(std::max(value, factor * problem_.low[i]), factor * problem_.high[i]);
}

/// The places of the first `count` rows that take part: those that have coefficients, and those
/// whose losses were not far from positive in the last machine, which is `multiple` times the one
/// that is to tell. The others' centre is 0.
std::vector<std::int32_t> sampling_solver::awake(std::int64_t count, double multiple) {
  std::vector<std::int32_t> places(static_cast<std::size_t>(count), 0);
  for_each_row(team_, report_, count, [&](std::int64_t i) {
    const double z = loss_argument(i, multiple);
    const bool rests =
        at_.coefficients[i] == 0 && ((z < -resting_margin_ && problem_.low[i] == 0) ||
                                     (z > resting_margin_ && problem_.high[i] == 0));
    if (!rests) return;
    at_.centre[i] = 0;
    places[i] = -1;
  });
  const std::int32_t taking_part = number_places(places, report_);
  return taking_part > most_awake * static_cast<double>(count) ? every_row(count) : places;
}

/// The proximal step of other costs, times `multiple`, but no longer than one with which many of
/// the rows that are free at the centre stay so.
void sampling_solver::shorten_step(double multiple) {
  const std::vector<double> sums = all_.product(at_.coefficients, team_, report_);
  const double bias = best_bias(problem_, sums, team_, report_);
  std::vector<double> longest;  // of rows that are free
  for (std::size_t i = 0; i < sums.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    const double z = problem_.targets[i] - sums[i] - bias;
    const double bound = z > 0 ? problem_.high[i] : problem_.low[i];
    const bool is_free = at_.centre[i] > problem_.low[i] && at_.centre[i] < problem_.high[i];
    if (is_free && z != 0) longest.push_back((bound - at_.centre[i]) / z);
  }
  at_.bias = bias;
  at_.step *= multiple;
  at_.least_step *= multiple;
  if (longest.empty()) return;
  const auto leaving =
      static_cast<std::ptrdiff_t>(share_leaving * static_cast<double>(longest.size()));
  std::nth_element(longest.begin(), longest.begin() + leaving, longest.end());
  at_.step = std::min(at_.step, std::max(longest[leaving], shortest_share * at_.step));
  at_.least_step = std::min(at_.least_step, at_.step);
}

/// z of row i in the last machine, or in the one of which that is a multiple.
double sampling_solver::loss_argument(std::int64_t i, double multiple) const {
  const double decision = certificate_.last_sums()[i] + certificate_.last_bias();
  return problem_.targets[i] - decision / multiple;
}

double sampling_solver::loss(std::int64_t i) const {
  const double z = loss_argument(i);
  return z > 0 ? problem_.high[i] * z : problem_.low[i] * z;
}

/// Whether much of the gap is losses of rows that rest.
bool sampling_solver::resting_lose(const std::vector<std::int32_t>& places) const {
  const double lost = sum_of_rows(team_, report_, static_cast<std::int64_t>(places.size()),
                                  [&](std::int64_t i) { return places[i] < 0 ? loss(i) : 0.0; });
  const certified_point& best = certificate_.best();
  return lost > 0.3 * (best.objective - best.dual_objective);
}

/// The problem of the rows that have a place, with costs of `factor` times theirs; false where
/// rounding ended it. Rows that come to rest lose their place.
bool sampling_solver::solve_rows(const additive_gram& gram, std::vector<std::int32_t>& places,
                                 double factor, double tolerance,
                                 const std::function<bool()>& accept) {
  newton_end end = newton_end::many_rest;
  while (end == newton_end::many_rest) end = go_on(gram, places, factor, tolerance, accept);
  return end == newton_end::reached;
}

newton_end sampling_solver::go_on(const additive_gram& gram, std::vector<std::int32_t>& places,
                                  double factor, double tolerance,
                                  const std::function<bool()>& accept) {
  kernel_problem inside;
  newton_point point;
  inside.tolerance = tolerance;
  point.bias = at_.bias;
  point.step = at_.step;
  point.least_step = at_.least_step;
  const auto rows = static_cast<std::int64_t>(places.size());
  std::int64_t count = 0;  // places are in the order of the rows
  for (std::int64_t i = rows; i-- > 0 && count == 0;) count = places[i] + 1;
  for (std::vector<double>* const numbers :
       {&inside.targets, &inside.low, &inside.high, &point.coefficients, &point.centre})
    assign_rows(*numbers, static_cast<std::size_t>(count), 0.0, team_, report_);
  for_each_row(team_, report_, rows, [&](std::int64_t i) {
    const std::int32_t place = places[i];
    if (place < 0) return;
    inside.targets[place] = problem_.targets[i];
    inside.low[place] = factor * problem_.low[i];
    inside.high[place] = factor * problem_.high[i];
    point.coefficients[place] = at_.coefficients[i];
    point.centre[place] = at_.centre[i];
  });
  std::unique_ptr<const additive_gram> of_places;
  if (count < gram.rows())
    of_places = std::make_unique<const additive_gram>(gram, places, count, team_, report_);
  inside_ = &point;
  additive_newton newton(of_places ? *of_places : gram, inside, scale_, memory_, team_, report_);
  const newton_end end = newton.run(point, accept);
  const bool some_rest = end == newton_end::many_rest;
  const std::vector<double>& found = some_rest ? point.coefficients : point.beta;
  at_.bias = point.bias;
  at_.step = point.step;
  for_each_row(team_, report_, rows, [&](std::int64_t i) {
    const std::int32_t place = places[i];
    if (place < 0) return;
    at_.coefficients[i] = found[place];
    at_.centre[i] = point.centre[place];
    if (some_rest && newton.resting()[place]) places[i] = -1;
  });
  if (some_rest) number_places(places, report_);
  return end;
}

}  // namespace coppice
