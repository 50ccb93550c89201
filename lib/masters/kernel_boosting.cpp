#include "masters/kernel_boosting.hpp"

#include <cmath>
#include <utility>

#include "core/numbers.hpp"

namespace coppice {

matrix directions_from_weakest(const matrix& of) {
  constexpr double same = 1e-9;   // of eigenvalues, as a share of the largest
  constexpr double least = 1e-6;  // of a projection that has a direction
  eigen_system solved = find_eigen_system(of);
  const vector& values = solved.values;
  const Eigen::Index size = of.rows();
  Eigen::Index repeated = 1;
  while (repeated < size && values[repeated] - values[0] <= same * values[size - 1]) ++repeated;
  matrix& directions = solved.vectors;
  const matrix space = directions.leftCols(repeated);
  for (Eigen::Index axis = 0; axis < size; ++axis) {
    const vector projection = space * space.row(axis).transpose();
    if (projection.norm() <= least) continue;
    directions.col(0) = projection.normalized();
    break;
  }
  for (auto direction : directions.colwise()) {
    Eigen::Index first = 0;
    while (std::abs(direction[first]) <= least) ++first;
    if (direction[first] < 0) direction = -direction;
  }
  return std::move(solved.vectors);
}

kernel_boosting::kernel_boosting(const target_kernel& target, const vector& roots,
                                 std::vector<view_response> views, thread_team& team,
                                 const progress& report)
    : target_(target),
      scale_(roots.norm()),
      views_(std::move(views)),
      on_map_(views_.size(), matrix::Zero(target.directions(), target.directions())),
      team_(team),
      report_(report),
      kernel_(target.basis, roots, team, report) {}

kernel_boosting::choice kernel_boosting::choose() const {
  const matrix directions = directions_from_weakest(kernel_.centres());
  choice best;
  for (Eigen::Index k = 0; k < directions.cols() && best.view < 0; ++k)
    best = choose(scale_ * directions.col(k));
  return best;
}

kernel_boosting::choice kernel_boosting::choose(const vector& v) const {
  choice best;
  double highest = 0;
  for (std::size_t k = 0; k < views_.size(); ++k) {
    const view_response& view = views_[k];
    const double squared_norm = v.dot(view.products * v);
    const kernel_step step = {kernel_.a(), kernel_.c(), (view.on_target * v).squaredNorm(),
                              v.dot(on_map_[k] * v), squared_norm * squared_norm};
    const double beta = step.best_beta();
    const double alignment = step.alignment(beta);
    if (beta == 0 || alignment <= highest) continue;
    highest = alignment;
    best.view = static_cast<std::int64_t>(k);
  }
  if (best.view < 0) return best;
  const view_response& view = views_[best.view];
  const vector weights = view.weights * v;
  best.weights.assign(weights.data(), weights.data() + weights.size());
  best.bias = -weights.dot(view.means);
  return best;
}

double kernel_boosting::add(const float* outputs, double least) {
  growing_kernel::function seen = kernel_.look_at(outputs);
  const double beta = seen.step.best_beta();
  const auto directions = static_cast<double>(target_.directions());
  const double before = kernel_.c() > 0 ? kernel_.alignment() : -1;
  if (beta == 0 || seen.step.alignment(beta) / std::sqrt(directions) <= before + least) return 0;
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
