#include "masters/newton_face.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/cholesky.hpp"
#include "core/numbers.hpp"
#include "masters/additive_entries.hpp"

namespace coppice {
namespace {

/// Their matrix takes 32 MB.
constexpr double most_rows_of_factor = 2000;

constexpr std::int64_t most_face_steps = 300;
constexpr std::int64_t many_steps = 150;

double inner_product(const std::vector<double>& a, const std::vector<double>& b) {
  return dot(a.data(), b.data(), static_cast<std::int64_t>(a.size()));
}

void centre(std::vector<double>& values) {
  double mean = 0;
  for (const double one : values) mean += one;
  mean /= static_cast<double>(values.size());
  for (double& one : values) one -= mean;
}

}  // namespace

std::vector<double> newton_face::solve(const additive_gram& all,
                                       const std::vector<std::int32_t>& places, double delta,
                                       std::vector<double> r, double accuracy) {
  additive_gram face(all, places, static_cast<std::int64_t>(r.size()), team_, report_);
  if (is_better_solved_directly(face, accuracy) && solve_directly(face, delta, r)) return r;
  splines_.take(all, std::move(face), places, delta, density_);
  return solve_by_gradients(delta, std::move(r), accuracy);
}

/// Times in multiplications of the factor, as measured from 250 to 3,000 rows. The exact solution
/// saves steps of Newton's method: it may take twice the time. (With fixed numbers of rows, 500 or,
/// where much accuracy was wanted, 1,500, fits of 20,000 rows took up to 1.5 times as long; with
/// 500 always, those of spam 1.6 times.)
bool newton_face::is_better_solved_directly(const additive_gram& gram, double accuracy) const {
  const auto rows = static_cast<double>(gram.rows());
  const auto entries = static_cast<double>(gram.entries());
  const double steps = steps_a_decade_ * -std::log10(accuracy);
  const double directly = rows * (rows * rows + 6 * entries);
  const double by_gradients = entries * (2000 + 350 * steps);  // the splines, and the steps
  return rows <= most_rows_of_factor && directly <= 2 * by_gradients;
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

std::vector<double> newton_face::solve_by_gradients(double delta, std::vector<double> r,
                                                    double accuracy) {
  centre(r);
  std::vector<double> z = splines_.apply(r);
  std::vector<double> direction = z;
  std::vector<double> c(r.size(), 0.0);
  const double first_size = inner_product(r, z);
  const double small = accuracy * accuracy * first_size;
  double size = first_size;
  std::int64_t step = 0;
  for (; step < most_face_steps && size > small && size > 0; ++step) {
    std::vector<double> image = splines_.gram().product(direction, team_, report_);
    for (std::size_t i = 0; i < image.size(); ++i) image[i] += delta * direction[i];
    const double curvature = inner_product(direction, image);
    if (!(curvature > 0)) break;
    const double length = size / curvature;
    for (std::size_t i = 0; i < r.size(); ++i) {
      c[i] += length * direction[i];
      r[i] -= length * image[i];
    }
    centre(r);
    z = splines_.apply(r);
    const double next = inner_product(r, z);
    for (std::size_t i = 0; i < z.size(); ++i) direction[i] = z[i] + next / size * direction[i];
    size = next;
    report_.poll();
  }
  if (step > 0) {
    const double reached = size > 0 ? std::sqrt(size / first_size) : accuracy;
    steps_a_decade_ = static_cast<double>(step) / std::max(1.0, -std::log10(reached));
  }
  if (step > many_steps) density_ *= 4;
  centre(c);
  return c;
}

}  // namespace coppice
