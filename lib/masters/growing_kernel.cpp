#include "masters/growing_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/numbers.hpp"
#include "core/row_sums.hpp"

namespace coppice {

double kernel_step::best_beta() const {
  if (c == 0) return b > 0 && e > 0 ? 1 : 0;
  if (!(e > 0)) return 0;
  /// So much larger than K, beta ff' has the alignment of ff' alone to some 1e-8.
  const double most = 1e8 * std::sqrt(c / e);
  const double rise = b * c - a * d;
  if (!(rise > 0)) return 0;
  const double curve = a * e - b * d;
  return curve > 0 ? std::min(rise / curve, most) : most;
}

double kernel_step::alignment(double beta) const {
  const double norm = std::sqrt(c + beta * (2 * d + beta * e));
  return norm > 0 ? (a + beta * b) / norm : 0;
}

growing_kernel::function growing_kernel::look_at(const float* f) const {
  function seen;
  const std::int64_t rows = roots_.size();
  seen.centred.resize(rows);
  const std::vector<double> sums =
      sum_over_rows(team_, report_, rows, 1, 2, [&](auto first, auto last, double* to) {
        for (std::int64_t i = first; i < last; ++i) {
          to[0] += roots_[i] * roots_[i] * static_cast<double>(f[i]);
          to[1] += roots_[i] * roots_[i];
        }
      });
  seen.mean = sums[0] / sums[1];
  for_rows(team_, report_, rows, 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
      seen.centred[i] = roots_[i] * (static_cast<double>(f[i]) - seen.mean);
  });
  const std::int64_t directions = target_.cols();
  const auto columns = static_cast<std::int64_t>(map_.size());
  seen.on_target.resize(directions);
  vector on_map(columns + 1);
  team_.run(
      directions + columns + 1,
      [&](std::int64_t k) {
        const double* const of = seen.centred.data();
        if (k < directions)
          seen.on_target[k] = dot(target_.data() + k * rows, of, rows);
        else if (k < directions + columns)
          on_map[k - directions] = dot(map_[k - directions].data(), of, rows);
        else
          on_map[columns] = dot(of, of, rows);
      },
      [this] { report_.poll(); });
  const double squared_norm = on_map[columns];
  seen.step = {a_, c_, seen.on_target.squaredNorm(), on_map.head(columns).squaredNorm(),
               squared_norm * squared_norm};
  return seen;
}

void growing_kernel::add(function f, double beta) {
  a_ += beta * f.step.b;
  c_ += beta * (2 * f.step.d + beta * f.step.e);
  centres_.noalias() += beta * f.on_target * f.on_target.transpose();
  f.centred *= std::sqrt(beta);
  map_.push_back(std::move(f.centred));
}

double growing_kernel::alignment() const {
  return a_ / std::sqrt(c_ * static_cast<double>(target_.cols()));
}

}  // namespace coppice
