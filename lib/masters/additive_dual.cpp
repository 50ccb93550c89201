#include "masters/additive_dual.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "masters/additive_certificate.hpp"
#include "masters/additive_newton.hpp"
#include "masters/kernel_column.hpp"
#include "masters/sampling_order.hpp"

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

constexpr int most_rounds = 30;  // of rows that rest

/// The problem with its rows at other places.
kernel_problem reordered(const kernel_problem& problem, const std::vector<std::int32_t>& places,
                         const progress& report) {
  kernel_problem moved = problem;
  for (std::size_t i = 0; i < places.size(); ++i) {
    report.poll_at(static_cast<std::int64_t>(i));
    moved.targets[places[i]] = problem.targets[i];
    moved.low[places[i]] = problem.low[i];
    moved.high[places[i]] = problem.high[i];
  }
  return moved;
}

class sampling_solver {
 public:
  /// All outlive this object; `at` is over all rows.
  sampling_solver(const kernel_problem& problem, const additive_gram& all,
                  additive_certificate& certificate, double scale, newton_point& at,
                  thread_team& team, progress& report)
      : problem_(problem),
        all_(all),
        certificate_(certificate),
        scale_(scale),
        at_(at),
        team_(team),
        report_(report) {}

  /// Starts at 0 and goes on until the best machine is good enough, or can become no better.
  void run() {
    const auto rows = static_cast<std::size_t>(all_.rows());
    at_ = {};
    at_.coefficients.assign(rows, 0.0);
    at_.centre.assign(rows, 0.0);
    if (certificate_.is_solved() || scale_ == 0) return;
    std::vector<std::int64_t> samples{all_.rows()};
    while (samples.back() > 2 * rows_of_first_sample)
      samples.push_back(std::max(rows_of_first_sample, samples.back() / growth));
    for (std::size_t k = samples.size(); k-- > 0;) {
      const bool is_first = k + 1 == samples.size();
      if (k > 0) {
        solve_sample(sample_of(samples[k]), samples[k], is_first);
        find_resting_margin(samples[k]);
      } else {
        solve_all(is_first);
      }
    }
  }

  /// Does the same from the point `at`.
  void go_on() {
    certificate_.add(at_.coefficients);
    if (certificate_.is_solved() || scale_ == 0) return;
    wake_and_solve(awake(all_.rows()));
  }

 private:
  [[nodiscard]] additive_gram sample_of(std::int64_t count) const {
    std::vector<std::int32_t> places(static_cast<std::size_t>(all_.rows()), -1);
    std::iota(places.begin(), places.begin() + count, 0);
    return {all_, places, count, team_, report_};
  }

  /// The proximal steps and the centre that a sample begins with, whose costs are `factor` times
  /// those of the problem.
  void begin(std::int64_t count, double factor, bool is_first) {
    double cost = 0;
    report_.poll();
    for (std::int64_t i = 0; i < count; ++i)
      cost += factor * (problem_.high[i] - problem_.low[i]) / static_cast<double>(count);
    const double longest = 10 / scale_;
    at_.step = is_first ? std::min(cost / 4, longest) : std::min(2 * cost, 5 * longest);
    at_.least_step = 0.1 * at_.step;
    for (std::int64_t i = 0; i < count; ++i)
      at_.centre[i] = std::min(factor * problem_.high[i] / 2, 2 * at_.step) +
                      std::max(factor * problem_.low[i] / 2, -2 * at_.step);
  }

  void solve_sample(const additive_gram& sample, std::int64_t count, bool is_first) {
    const double factor = static_cast<double>(all_.rows()) / static_cast<double>(count);
    begin(count, factor, is_first);
    solve_rows(sample, is_first ? every_row(count) : awake(count), factor, gap_of_samples, nullptr);
    certificate_.add_sample(at_.coefficients, factor);
  }

  /// The more a sample's machine loses on other rows than on its own, the further out rows rest.
  void find_resting_margin(std::int64_t sampled) {
    double lost_inside = 0;
    double lost_outside = 0;
    for (std::int64_t i = 0; i < all_.rows(); ++i) {
      report_.poll_at(i);
      (i < sampled ? lost_inside : lost_outside) += loss(i);
    }
    lost_inside *= static_cast<double>(all_.rows() - sampled) / static_cast<double>(sampled);
    resting_margin_ = lost_outside > lost_inside
                          ? std::min(most_resting_margin,
                                     least_resting_margin * std::sqrt(lost_outside / lost_inside))
                          : least_resting_margin;
  }

  void solve_all(bool is_first) {
    const std::int64_t count = all_.rows();
    begin(count, 1, is_first);
    std::vector<std::int32_t> places = is_first ? every_row(count) : awake(count);
    follow_path(places);
    wake_and_solve(std::move(places));
  }

  /// Rows rest while none of them loses much: then they take part as well.
  void wake_and_solve(std::vector<std::int32_t> places) {
    for (int round = 0; round < most_rounds && !certificate_.is_solved(); ++round) {
      const bool is_certified = certify_rows(places, 1);
      if (certificate_.is_solved() || !is_certified || !resting_lose(places)) return;
      places = awake(all_.rows());
    }
  }

  /// Solves the problem of the rows that have a place until the certificate says that this will do,
  /// or that rows that rest have losses; false where rounding ended it before, which the
  /// certificate gets as well.
  bool certify_rows(const std::vector<std::int32_t>& places, double factor) {
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

  /// To the problem's costs where these are large: from the solutions of two costs to a guess at
  /// the next, along the line through both. A solution that no cost bounds is that of all larger
  /// costs.
  void follow_path(const std::vector<std::int32_t>& places) {
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
    newton_point last;
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
      newton_point reached = at_;
      for (std::size_t i = 0; i < places.size(); ++i) {
        const double beta = reached.centre[i];
        double next = beta;
        if (!last.centre.empty()) {
          next += path_factor * (beta - last.centre[i]);
          at_.coefficients[i] += path_factor * (at_.coefficients[i] - last.coefficients[i]);
        } else if (beta == within_bounds(i, factor, path_factor * beta)) {
          next *= path_factor;  // at a bound, it follows the bound
        }
        at_.centre[i] = within_bounds(i, path_factor * factor, next);
      }
      last = std::move(reached);
    }
    begin_step(1);
  }

  [[nodiscard]] bool any_at_bound(double factor) const {
    for (std::size_t i = 0; i < at_.centre.size(); ++i) {
      const double beta = at_.centre[i];
      if (beta != 0 && (beta <= factor * problem_.low[i] || beta >= factor * problem_.high[i]))
        return true;
    }
    return false;
  }

  [[nodiscard]] double within_bounds(std::size_t i, double factor, double value) const {
    return std::min(std::max(value, factor * problem_.low[i]), factor * problem_.high[i]);
  }

  static std::vector<std::int32_t> every_row(std::int64_t count) {
    std::vector<std::int32_t> places(static_cast<std::size_t>(count));
    std::iota(places.begin(), places.end(), 0);
    return places;
  }

  /// The places of the first `count` rows that take part: those that have coefficients, and those
  /// whose losses were not far from positive in the last machine. The others' centre is 0.
  [[nodiscard]] std::vector<std::int32_t> awake(std::int64_t count) {
    std::vector<std::int32_t> places(static_cast<std::size_t>(count), -1);
    std::int32_t next = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      report_.poll_at(i);
      const double z = loss_argument(i);
      const bool rests =
          at_.coefficients[i] == 0 && ((z < -resting_margin_ && problem_.low[i] == 0) ||
                                       (z > resting_margin_ && problem_.high[i] == 0));
      if (rests)
        at_.centre[i] = 0;
      else
        places[i] = next++;
    }
    return next > most_awake * static_cast<double>(count) ? every_row(count) : places;
  }

  /// z of row i in the last machine.
  [[nodiscard]] double loss_argument(std::int64_t i) const {
    return problem_.targets[i] - certificate_.last_sums()[i] - certificate_.last_bias();
  }

  [[nodiscard]] double loss(std::int64_t i) const {
    const double z = loss_argument(i);
    return z > 0 ? problem_.high[i] * z : problem_.low[i] * z;
  }

  /// Whether much of the gap is losses of rows that rest.
  [[nodiscard]] bool resting_lose(const std::vector<std::int32_t>& places) const {
    double lost = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      report_.poll_at(static_cast<std::int64_t>(i));
      if (places[i] < 0) lost += loss(static_cast<std::int64_t>(i));
    }
    const certified_point& best = certificate_.best();
    return lost > 0.3 * (best.objective - best.dual_objective);
  }

  /// The problem of the rows that have a place, with costs of `factor` times theirs; false where
  /// rounding ended it.
  bool solve_rows(const additive_gram& gram, const std::vector<std::int32_t>& places, double factor,
                  double tolerance, const std::function<bool()>& accept) {
    kernel_problem inside;
    newton_point point;
    inside.tolerance = tolerance;
    point.bias = at_.bias;
    point.step = at_.step;
    point.least_step = at_.least_step;
    for (std::size_t i = 0; i < places.size(); ++i) {
      report_.poll_at(static_cast<std::int64_t>(i));
      if (places[i] < 0) continue;
      inside.targets.push_back(problem_.targets[i]);
      inside.low.push_back(factor * problem_.low[i]);
      inside.high.push_back(factor * problem_.high[i]);
      point.coefficients.push_back(at_.coefficients[i]);
      point.centre.push_back(at_.centre[i]);
    }
    const auto count = static_cast<std::int64_t>(inside.targets.size());
    std::unique_ptr<const additive_gram> of_places;
    if (count < gram.rows())
      of_places = std::make_unique<const additive_gram>(gram, places, count, team_, report_);
    inside_ = &point;
    additive_newton newton(of_places ? *of_places : gram, inside, scale_, team_, report_);
    const bool ended_well = newton.run(point, accept);
    at_.bias = point.bias;
    at_.step = point.step;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i] < 0) continue;
      at_.coefficients[i] = point.beta[places[i]];
      at_.centre[i] = point.centre[places[i]];
    }
    return ended_well;
  }

  const kernel_problem& problem_;
  const additive_gram& all_;
  additive_certificate& certificate_;
  double scale_;
  newton_point& at_;
  thread_team& team_;
  progress& report_;
  const newton_point* inside_ = nullptr;
  double resting_margin_ = least_resting_margin;
};

}  // namespace

additive_dual::additive_dual(const kernel_problem& problem, const kernel& by,
                             const feature_matrix& rows, thread_team& team, progress& report)
    : by_(by),
      rows_(rows),
      team_(team),
      report_(report),
      places_(sampling_order(problem, report)),
      gram_(by.additive_parts(), rows, places_, team, report),
      scale_(gram_.mean_distance(team, report)) {
  at_.coefficients.assign(places_.size(), 0.0);
  at_.centre = at_.coefficients;
}

kernel_solution additive_dual::solve(const kernel_problem& problem) {
  kernel_solution found;
  const kernel_problem in_order = reordered(problem, places_, report_);
  additive_certificate certificate(in_order, gram_, team_, report_, found.course);
  sampling_solver solver(in_order, gram_, certificate, scale_, at_, team_, report_);
  try {
    if (cost_ > 0) {
      scale_point(best_multiple(half_norm_, dual_objective_, cost_of(problem) / cost_));
      solver.go_on();
    }
    if (!certificate.is_solved()) solver.run();
    if (!certificate.is_solved()) found.stop_reason = "stalled";
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    found.stop_reason = asked.reason;
  }
  const certified_point& best = certificate.best();
  double magnitudes = 0;
  found.beta.resize(places_.size());
  found.decisions.resize(places_.size());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    found.beta[i] = best.beta[places_[i]];
    found.decisions[i] = best.sums[places_[i]] + best.bias;
    magnitudes += std::abs(found.beta[i]);
  }
  found.objective = best.objective;
  found.dual_objective = best.dual_objective;
  found.rounding = 1e-12 * magnitudes * scale_;
  const progress unheard;
  const std::vector<double> column = kernel_column(by_, rows_, 0, unheard);
  found.bias = found.decisions.front() -
               std::inner_product(column.begin(), column.end(), found.beta.begin(), 0.0);
  cost_ = certificate.is_solved() ? cost_of(problem) : 0;
  half_norm_ = found.half_norm = best.half_norm;
  dual_objective_ = best.dual_objective;
  return found;
}

/// Within bounds that are `ratio` times as far it is feasible again.
void additive_dual::scale_point(double ratio) {
  for (double& one : at_.coefficients) one *= ratio;
  for (double& one : at_.centre) one *= ratio;
  at_.step *= ratio;
  at_.least_step *= ratio;
}

}  // namespace coppice
