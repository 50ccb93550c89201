#include "masters/newton_face.hpp"

#include <algorithm>
#include <utility>

#include "core/cholesky.hpp"
#include "masters/additive_entries.hpp"
#include "masters/spline_preconditioner.hpp"

namespace coppice {
namespace {

/// Rows up to which a factor of the matrix takes less time than gradients, and up to which it takes
/// no more where gradients have to be accurate; the exact solution saves steps of Newton's method.
constexpr std::int64_t few_rows = 500;
constexpr std::int64_t few_rows_if_accurate = 1500;
constexpr double accurate = 5e-4;

constexpr std::int64_t most_face_steps = 300;
constexpr std::int64_t many_steps = 150;

double inner_product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void centre(std::vector<double>& values) {
  double mean = 0;
  for (const double one : values) mean += one;
  mean /= static_cast<double>(values.size());
  for (double& one : values) one -= mean;
}

}  // namespace

std::vector<double> newton_face::solve(const additive_gram& gram, double delta,
                                       std::vector<double> r, double accuracy) {
  const std::int64_t few = accuracy < accurate ? few_rows_if_accurate : few_rows;
  if (gram.rows() <= few && solve_directly(gram, delta, r)) return r;
  return solve_by_gradients(gram, delta, std::move(r), accuracy);
}

/// r becomes c; false, and r as it was, where rounding leaves no Cholesky factor.
bool newton_face::solve_directly(const additive_gram& gram, double delta, std::vector<double>& r) {
  const std::int64_t rows = gram.rows();
  matrix_view k = room_.make(rows, rows);
  additive_entries(gram, k, team_, report_);
  k.diagonal().array() += delta;
  if (!cholesky(k, team_, report_)) return false;
  vector c = Eigen::Map<const vector>(r.data(), rows);
  vector ones = vector::Ones(rows);
  cholesky_solve(k, c);
  cholesky_solve(k, ones);
  c -= c.sum() / ones.sum() * ones;
  if (!c.allFinite()) return false;
  std::copy(c.begin(), c.end(), r.begin());
  centre(r);
  return true;
}

std::vector<double> newton_face::solve_by_gradients(const additive_gram& gram, double delta,
                                                    std::vector<double> r, double accuracy) {
  spline_preconditioner preconditioner(gram, delta, density_, team_, report_);
  centre(r);
  std::vector<double> z = preconditioner.apply(r, team_, report_);
  std::vector<double> direction = z;
  std::vector<double> c(r.size(), 0.0);
  double size = inner_product(r, z);
  const double small = accuracy * accuracy * size;
  std::int64_t step = 0;
  for (; step < most_face_steps && size > small && size > 0; ++step) {
    std::vector<double> image = gram.product(direction, team_, report_);
    for (std::size_t i = 0; i < image.size(); ++i) image[i] += delta * direction[i];
    const double curvature = inner_product(direction, image);
    if (!(curvature > 0)) break;
    const double length = size / curvature;
    for (std::size_t i = 0; i < r.size(); ++i) {
      c[i] += length * direction[i];
      r[i] -= length * image[i];
    }
    centre(r);
    z = preconditioner.apply(r, team_, report_);
    const double next = inner_product(r, z);
    for (std::size_t i = 0; i < z.size(); ++i) direction[i] = z[i] + next / size * direction[i];
    size = next;
    report_.poll();
  }
  if (step > many_steps) density_ *= 4;
  centre(c);
  return c;
}

}  // namespace coppice
