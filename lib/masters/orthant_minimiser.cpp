#include "masters/orthant_minimiser.hpp"

#include <cmath>
#include <vector>

namespace coppice {
namespace {

constexpr std::size_t most_steps_kept = 20;
constexpr int most_iterations = 1000;
constexpr int most_halvings = 40;
constexpr double sufficient = 1e-4;  // of the fall that the slope promises

double sign_of(double value) {
  if (value == 0) return 0;
  return value > 0 ? 1 : -1;
}

}  // namespace

void orthant_minimiser::minimise(vector& w, const near_enough& done) {
  steps_.clear();
  point at = {w, vector(w.size()), 0};
  at.smooth = of_(at.w, at.gradient);
  for (int k = 0; k < most_iterations && !done(at.w, at.smooth, at.gradient); ++k) {
    const vector pseudo = pseudo_gradient(at.w, at.gradient);
    if (pseudo.squaredNorm() == 0) break;
    if (descend(at, pseudo, direction(pseudo))) continue;
    if (steps_.empty()) break;
    steps_.clear();  // the plain gradient may do what they could not
  }
  w = std::move(at.w);
}

/// To the first of ever shorter steps that goes down far enough; false where none does.
bool orthant_minimiser::descend(point& at, const vector& pseudo, const vector& along) {
  const double objective = at.smooth + theta_ * at.w.lpNorm<1>();
  double length = steps_.empty() ? 1 / std::max(1.0, pseudo.norm()) : 1;
  for (int halving = 0; halving < most_halvings; ++halving, length /= 2) {
    point next = {at.w + length * along, vector(at.w.size()), 0};
    for (Eigen::Index j = 0; j < at.w.size(); ++j) {
      const double orthant = at.w[j] != 0 ? sign_of(at.w[j]) : -sign_of(pseudo[j]);
      if (sign_of(next.w[j]) != orthant) next.w[j] = 0;
    }
    next.smooth = of_(next.w, next.gradient);
    const double fall = pseudo.dot(next.w - at.w);
    const double reached = next.smooth + theta_ * next.w.lpNorm<1>();
    if (!(fall < 0) || !(reached <= objective + sufficient * fall)) continue;
    step taken = {next.w - at.w, next.gradient - at.gradient, 0};
    taken.product = taken.along.dot(taken.change);
    if (taken.product > 1e-14 * taken.along.norm() * taken.change.norm()) {
      steps_.push_back(std::move(taken));
      if (steps_.size() > most_steps_kept) steps_.pop_front();
    }
    at = std::move(next);
    return true;
  }
  return false;
}

vector orthant_minimiser::pseudo_gradient(const vector& w, const vector& gradient) const {
  vector pseudo(w.size());
  for (Eigen::Index j = 0; j < w.size(); ++j) {
    if (w[j] != 0)
      pseudo[j] = gradient[j] + theta_ * sign_of(w[j]);
    else
      pseudo[j] = sign_of(gradient[j]) * std::max(0.0, std::abs(gradient[j]) - theta_);
  }
  return pseudo;
}

/// Minus the inverse Hessian of the last steps times the pseudo-gradient, without what goes up.
vector orthant_minimiser::direction(const vector& pseudo) const {
  vector along = pseudo;
  std::vector<double> shares(steps_.size());
  for (std::size_t k = steps_.size(); k-- > 0;) {
    shares[k] = steps_[k].along.dot(along) / steps_[k].product;
    along -= shares[k] * steps_[k].change;
  }
  if (!steps_.empty()) along *= steps_.back().product / steps_.back().change.squaredNorm();
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    const double share = steps_[k].change.dot(along) / steps_[k].product;
    along += (shares[k] - share) * steps_[k].along;
  }
  for (Eigen::Index j = 0; j < along.size(); ++j)
    along[j] = along[j] * pseudo[j] > 0 ? -along[j] : 0;
  return along;
}

}  // namespace coppice
