#include "masters/kernel_weights.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/cholesky.hpp"

namespace coppice {
namespace {

using places = std::vector<Eigen::Index>;

/// The minimum over some of the weights, the others being 0; false where these depend on each
/// other.
bool minimum_over(const places& some, const matrix& m, const vector& a, const progress& report,
                  vector& found) {
  const auto size = static_cast<Eigen::Index>(some.size());
  if (size == 0) return true;
  matrix system(size, size);
  found.resize(size);
  for (Eigen::Index j = 0; j < size; ++j) {
    for (Eigen::Index k = 0; k < size; ++k) system(j, k) = m(some[j], some[k]);
    found[j] = a[some[j]];
  }
  matrix_view factor(system.data(), size, size);
  constexpr double least_pivot = 1e-7;  // what the others leave of a kernel, of 1
  if (!cholesky(factor, report) || factor.diagonal().minCoeff() < least_pivot) return false;
  cholesky_solve(factor, found);
  return true;
}

/// Goes from gamma towards the minimum found as far as no weight becomes negative, leaves out those
/// that are 0 there, and solves for the others.
template <class Solve>
void step_to_boundary(places& positive, const vector& found, vector& gamma, const Solve& solve) {
  const auto size = static_cast<Eigen::Index>(positive.size());
  const auto share = [&](Eigen::Index j) {  // of the way, at which a weight is 0
    const double weight = gamma[positive[j]];
    return found[j] <= 0 ? weight / (weight - found[j]) : 1.0;
  };
  double step = 1;
  for (Eigen::Index j = 0; j < size; ++j) step = std::min(step, share(j));
  places left;
  for (Eigen::Index j = 0; j < size; ++j) {
    double& weight = gamma[positive[j]];
    const bool is_first = found[j] <= 0 && share(j) <= step;
    weight = is_first ? 0 : weight + step * (found[j] - weight);
    if (!is_first) left.push_back(positive[j]);
  }
  positive = std::move(left);
  solve(positive);
}

/// Of a unit diagonal.
vector minimum(const matrix& m, const vector& a, const progress& report) {
  const Eigen::Index size = m.rows();
  constexpr double rounding = 1e-12;
  places positive;
  for (Eigen::Index v = 0; v < size; ++v) positive.push_back(v);
  vector found;
  if (minimum_over(positive, m, a, report, found) && found.minCoeff() >= 0) return found;

  vector gamma = vector::Zero(size);
  std::vector<char> is_refused(static_cast<std::size_t>(size), 0);
  positive.clear();
  for (Eigen::Index round = 0; round < 10 * size; ++round) {
    report.poll();
    const vector gradient = a - m * gamma;
    Eigen::Index best = -1;
    for (Eigen::Index v = 0; v < size; ++v)
      if (gamma[v] == 0 && is_refused[v] == 0 &&
          gradient[v] > rounding * a.lpNorm<Eigen::Infinity>() &&
          (best < 0 || gradient[v] > gradient[best]))
        best = v;
    if (best < 0) break;
    positive.push_back(best);
    if (!minimum_over(positive, m, a, report, found) || found[found.size() - 1] <= 0) {
      is_refused[best] = 1;  // a kernel that the others make already
      positive.pop_back();
      continue;
    }
    while (!positive.empty() && found.minCoeff() <= 0)
      step_to_boundary(positive, found, gamma,
                       [&](const places& left) { minimum_over(left, m, a, report, found); });
    std::fill(is_refused.begin(), is_refused.end(), 0);
    gamma.setZero();
    for (Eigen::Index j = 0; j < found.size(); ++j) gamma[positive[j]] = found[j];
  }
  return gamma;
}

}  // namespace

vector kernel_weights(const matrix& m, const vector& a, const progress& report) {
  const vector scales = m.diagonal().array().rsqrt();
  const matrix unit = scales.asDiagonal() * m * scales.asDiagonal();
  return scales.cwiseProduct(minimum(unit, scales.cwiseProduct(a), report));
}

}  // namespace coppice
