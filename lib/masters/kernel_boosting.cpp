#include "masters/kernel_boosting.hpp"

#include <cmath>
#include <utility>

#include "core/numbers.hpp"

namespace coppice {

namespace {

constexpr double least_element = 1e-6;  // of a vector of length 1 that is not rounding

/// With the first element that is not rounding positive.
vector with_sign(const vector& direction) {
  for (const double element : direction)
    if (std::abs(element) > least_element) return element > 0 ? direction : vector(-direction);
  return direction;
}

}  // namespace

vector weakest_direction(const matrix& of) {
  constexpr double same = 1e-9;  // of eigenvalues, as a share of the largest
  const eigen_system solved = find_eigen_system(of);
  const vector& values = solved.values;
  const Eigen::Index size = of.rows();
  Eigen::Index repeated = 1;
  while (repeated < size && values[repeated] - values[0] <= same * values[size - 1]) ++repeated;
  const auto space = solved.vectors.leftCols(repeated);
  for (Eigen::Index axis = 0; axis < size; ++axis) {
    const vector projection = space * space.row(axis).transpose();
    if (projection.norm() > least_element) return with_sign(projection.normalized());
  }
  return space.col(0);
}

kernel_boosting::kernel_boosting(const target_kernel& target, const vector& roots,
                                 std::vector<view_response> views, double least, thread_team& team,
                                 const progress& report)
    : target_(target),
      scale_(roots.norm()),
      views_(std::move(views)),
      least_(least),
      on_map_(views_.size(), matrix::Zero(target.directions(), target.directions())),
      team_(team),
      report_(report),
      kernel_(target.basis, roots, team, report) {}

kernel_boosting::choice kernel_boosting::choose() const {
  const vector weakest = weakest_direction(kernel_.centres());
  choice best = best_of([&](std::size_t /*view*/) -> const vector& { return weakest; });
  if (best.view >= 0 || kernel_.c() == 0) return best;
  return best_of([&](std::size_t k) { return steepest_direction(k); });
}

double kernel_boosting::enough() const {
  const auto directions = static_cast<double>(target_.directions());
  return kernel_.c() > 0 ? (kernel_.alignment() + least_) * std::sqrt(directions) : 0;
}

/// The alignment of K + beta ff' rises at beta = 0 by a multiple of bc - ad = v'(c S'S - a D)v, S =
/// Q'P, which is largest at an eigenvector.
vector kernel_boosting::steepest_direction(std::size_t view) const {
  const matrix& on_target = views_[view].on_target;
  const matrix fall =
      kernel_.a() * on_map_[view] - kernel_.c() * (on_target.transpose() * on_target);
  const eigen_system solved = find_eigen_system(fall / fall.norm());
  report_.poll();
  return with_sign(solved.vectors.col(0));
}

template <class DirectionOf>
kernel_boosting::choice kernel_boosting::best_of(const DirectionOf& direction_of) const {
  choice best;
  double highest = enough();
  vector best_direction;
  for (std::size_t k = 0; k < views_.size(); ++k) {
    const view_response& view = views_[k];
    const vector v = scale_ * direction_of(k);
    const double squared_norm = v.dot(view.products * v);
    const kernel_step step = {kernel_.a(), kernel_.c(), (view.on_target * v).squaredNorm(),
                              v.dot(on_map_[k] * v), squared_norm * squared_norm};
    const double beta = step.best_beta();
    const double alignment = step.alignment(beta);
    if (beta == 0 || alignment <= highest) continue;
    highest = alignment;
    best.view = static_cast<std::int64_t>(k);
    best_direction = v;
  }
  if (best.view < 0) return best;
  const view_response& view = views_[best.view];
  const vector weights = view.weights * best_direction;
  best.weights.assign(weights.data(), weights.data() + weights.size());
  best.bias = -weights.dot(view.means);
  return best;
}

double kernel_boosting::add(const float* outputs) {
  growing_kernel::function seen = kernel_.look_at(outputs);
  const double beta = seen.step.best_beta();
  if (beta == 0 || seen.step.alignment(beta) <= enough()) return 0;
  team_.run(
      static_cast<std::int64_t>(views_.size()),
      [&](std::int64_t k) {
        const matrix& fits = views_[k].fits;
        vector products(fits.cols());
        for (Eigen::Index s = 0; s < fits.cols(); ++s) {
          products[s] = dot(seen.centred.data(), fits.data() + s * fits.rows(), fits.rows());
          report_.poll();
        }
        on_map_[k].noalias() += beta * products * products.transpose();
      },
      [this] { report_.poll(); });
  mean_ = seen.mean;
  on_target_ = seen.on_target;
  squared_norm_ = std::sqrt(seen.step.e);
  kernel_.add(std::move(seen), beta);
  return beta;
}

}  // namespace coppice
