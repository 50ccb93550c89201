#include "masters/exclusivity.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace coppice {

double exclusivity::value(const matrix& w) const {
  const vector sums = static_cast<double>(copies) * w.cwiseAbs().rowwise().sum();
  return sums.squaredNorm() / 2 + sparsity * sums.sum();
}

double exclusivity::conjugate(const matrix& v) const {
  if (v.size() == 0) return 0;
  const vector largest = v.cwiseAbs().rowwise().maxCoeff();
  return (largest.array() - sparsity).max(0.0).square().sum() / 2;
}

void exclusivity::proximal(const vector& mu, matrix& v) const {
  const auto each = static_cast<double>(copies);
  std::vector<double> descending(static_cast<std::size_t>(v.cols()));
  for (Eigen::Index j = 0; j < v.rows(); ++j) {
    for (std::size_t c = 0; c < descending.size(); ++c)
      descending[c] = std::abs(v(j, static_cast<Eigen::Index>(c)));
    std::sort(descending.begin(), descending.end(), std::greater<>());
    double threshold = sparsity / mu[j];
    double sum = sparsity;
    double count = 0;
    for (const double largest : descending) {
      sum += each * largest;
      count += each;
      const double next = sum / (mu[j] + count);
      if (!(largest > next)) break;
      threshold = next;
    }
    for (Eigen::Index c = 0; c < v.cols(); ++c)
      v(j, c) = std::copysign(std::max(0.0, std::abs(v(j, c)) - threshold), v(j, c));
  }
}

matrix pairwise_exclusivity(const matrix& w) {
  const matrix magnitudes = w.cwiseAbs();
  return magnitudes.transpose() * magnitudes;
}

}  // namespace coppice
