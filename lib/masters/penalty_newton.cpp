#include "masters/penalty_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/cholesky.hpp"

namespace coppice {
namespace {

constexpr int most_penalty_steps = 500;
constexpr int most_products = 500;       // of the Hessian with a direction, a step
constexpr double precision = 0.05;       // of a direction, relative to the slope
constexpr double least_pinned = 100;     // curvature of the penalty, relative to that of F
constexpr std::size_t most_free = 2000;  // weights in the preconditioner's factor (32 MB)
constexpr double sufficient = 1e-4;      // of the fall that the slope promises
constexpr double shortest = 1e-12;       // length of a step
constexpr int most_starts = 5;           // lengths of a step that leaves zero
/// Of the penalty, relative to theta / r: keeps it convex.
constexpr double least_penalty_curvature = 1e-9;
constexpr double share = 0.25;  // of the tolerance, for the smoothing

/// The inverse of H + P, as if H were its diagonal but among the weights that are free to move:
/// those of which the penalty bends little more than F does.
class preconditioner {
 public:
  preconditioner(penalised_function& of, const vector& curvature)
      : diagonal_(of.diagonal()),
        free_(free_weights(diagonal_, curvature)),
        factor_(of.hessian_of(free_)) {
    diagonal_ += curvature;
    factor_.diagonal() += curvature(free_);
    if (!cholesky(factor_, of.report())) free_.clear();
  }

  vector operator()(const vector& left) const {
    vector result = left.cwiseQuotient(diagonal_);
    if (free_.empty()) return result;
    vector part = left(free_);
    cholesky_solve(factor_, part);
    result(free_) = part;
    return result;
  }

 private:
  static std::vector<Eigen::Index> free_weights(const vector& diagonal, const vector& curvature) {
    const vector ratios = curvature.cwiseQuotient(diagonal);
    std::vector<Eigen::Index> result;
    for (Eigen::Index k = 0; k < ratios.size(); ++k)
      if (ratios[k] < least_pinned) result.push_back(k);
    if (result.size() <= most_free) return result;
    std::nth_element(result.begin(), result.begin() + most_free, result.end(),
                     [&](Eigen::Index a, Eigen::Index b) { return ratios[a] < ratios[b]; });
    result.resize(most_free);
    std::sort(result.begin(), result.end());
    return result;
  }

  vector diagonal_;
  std::vector<Eigen::Index> free_;
  matrix_view factor_;
};

class penalty_newton {
 public:
  penalty_newton(penalised_function& of, double theta, double tolerance, vector& w)
      : of_(of), theta_(theta), tolerance_(tolerance), w_(w), gradient_(w.size()) {}

  void minimise() {
    of_.lighten(w_);
    value_ = of_.look(w_, gradient_);
    signs_ = within_1(-gradient_ / theta_);
    leave_zero();
    for (int k = 0; k < most_penalty_steps && !of_.is_near_enough(w_, value_, gradient_); ++k)
      if (!step()) break;
    set_small_to_zero();
  }

 private:
  static vector within_1(const vector& v) { return v.cwiseMax(-1.0).cwiseMin(1.0); }
  [[nodiscard]] double penalty(const vector& w) const {
    return theta_ * (w.array().square() + smoothing_ * smoothing_).sqrt().sum();
  }

  /// Takes weights that are 0 and that F pulls at with more than theta to where each would be the
  /// best by itself, or a part of the way there: Newton's first steps from 0 are of the size of e.
  /// (A sixth of the steps of a fit are saved.)
  void leave_zero() {
    const vector diagonal = of_.diagonal();
    vector d = vector::Zero(w_.size());
    for (Eigen::Index k = 0; k < w_.size(); ++k)
      if (w_[k] == 0 && std::abs(gradient_[k]) > theta_)
        d[k] = std::copysign(std::abs(gradient_[k]) - theta_, -gradient_[k]) / diagonal[k];
    if (d.isZero(0)) return;
    const double before = value_ + theta_ * w_.lpNorm<1>();
    double length = 1;
    for (int start = 0; start < most_starts; ++start, length /= 4) {
      vector next = w_ + length * d;
      of_.lighten(next);
      vector gradient(w_.size());
      const double value = of_.look(next, gradient);
      if (!(value + theta_ * next.lpNorm<1>() < before)) continue;
      w_ = std::move(next);
      gradient_ = std::move(gradient);
      value_ = value;
      signs_ = within_1(-gradient_ / theta_);
      for (Eigen::Index k = 0; k < w_.size(); ++k)
        if (d[k] != 0 && w_[k] != 0) signs_[k] = std::copysign(1.0, w_[k]);
      return;
    }
    of_.look(w_, gradient_);
  }

  /// False where no step goes down.
  bool step() {
    const double objective = value_ + theta_ * w_.lpNorm<1>();
    smoothing_ = std::min(
        smoothing_, share * tolerance_ * objective / (theta_ * static_cast<double>(w_.size())));
    const vector roots = (w_.array().square() + smoothing_ * smoothing_).sqrt();
    const vector slope = gradient_ + theta_ * w_.cwiseQuotient(roots);
    const vector ratios = w_.cwiseQuotient(roots);
    const vector curvature =
        theta_ * (1 - signs_.array() * ratios.array()).max(least_penalty_curvature) / roots.array();
    const vector d = direction(slope, curvature);
    const double fall = slope.dot(d);
    const double before = value_ + penalty(w_);
    for (double length = 1; fall < 0 && length > shortest; length /= 2) {
      vector next = w_ + length * d;
      const double moved = penalty(next);
      vector lighter = next;
      of_.lighten(lighter);
      if (penalty(lighter) < moved) next = std::move(lighter);
      vector gradient(w_.size());
      const double value = of_.look(next, gradient);
      if (!(value + penalty(next) <= before + sufficient * length * fall)) continue;
      signs_ = within_1(signs_ + length * (ratios - signs_ + curvature.cwiseProduct(d) / theta_));
      w_ = std::move(next);
      gradient_ = std::move(gradient);
      value_ = value;
      return true;
    }
    of_.look(w_, gradient_);
    return false;
  }

  /// Solves (H + P) d = -slope by conjugate gradients.
  vector direction(const vector& slope, const vector& curvature) {
    const preconditioner precondition(of_, curvature);
    vector d = vector::Zero(slope.size());
    vector left = -slope;
    vector scaled = precondition(left);
    vector along = scaled;
    double power = left.dot(scaled);
    const double enough = precision * precision * power;
    for (int k = 0; k < most_products && power > enough; ++k) {
      const vector image = of_.hessian_times(along) + curvature.cwiseProduct(along);
      const double bend = along.dot(image);
      if (!(bend > 0)) break;
      const double length = power / bend;
      d += length * along;
      left -= length * image;
      scaled = precondition(left);
      const double next = left.dot(scaled);
      along = scaled + next / power * along;
      power = next;
    }
    return d;
  }

  void set_small_to_zero() {
    const double objective = value_ + theta_ * w_.lpNorm<1>();
    vector fewer = w_;
    for (Eigen::Index k = 0; k < fewer.size(); ++k)
      if (std::abs(fewer[k]) <= 10 * smoothing_) fewer[k] = 0;
    vector gradient(w_.size());
    const double value = of_.look(fewer, gradient);
    of_.look(w_, gradient_);
    if (value + theta_ * fewer.lpNorm<1>() > objective) return;
    w_ = std::move(fewer);
    static_cast<void>(of_.is_near_enough(w_, value, gradient_));
  }

  penalised_function& of_;
  double theta_;
  double tolerance_;
  vector& w_;
  vector gradient_;  // of F
  vector signs_;     // z
  double value_ = 0;
  double smoothing_ = std::numeric_limits<double>::infinity();  // e
};

}  // namespace

void minimise_penalised(penalised_function& of, double theta, double tolerance, vector& w) {
  if (w.size() > 0) return penalty_newton(of, theta, tolerance, w).minimise();
  vector gradient(0);
  const double value = of.look(w, gradient);
  static_cast<void>(of.is_near_enough(w, value, gradient));
}

}  // namespace coppice
