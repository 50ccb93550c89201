#include "masters/newton_face.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/cholesky.hpp"
#include "core/huge_pages.hpp"
#include "core/numbers.hpp"
#include "core/row_sums.hpp"
#include "masters/additive_entries.hpp"

namespace coppice {
namespace {

/// Their matrix takes 32 MB, and so do its entries, which are kept.
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
  if (is_better_solved_directly(face, accuracy) && solve_directly(face, places, delta, r)) return r;
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
bool newton_face::solve_directly(const additive_gram& gram, const std::vector<std::int32_t>& places,
                                 double delta, std::vector<double>& r) {
  const std::int64_t rows = gram.rows();
  matrix_view k = memory_.factor.make(rows, rows);
  write_entries(gram, places, k);
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

/// From one step to the next few rows come and go: entries of those that stay are copied. (A
/// selection of C for splice takes 0.91 of the time, for german-numer and image 0.97.)
void newton_face::write_entries(const additive_gram& gram, const std::vector<std::int32_t>& places,
                                matrix_view& k) {
  const std::int64_t rows = gram.rows();
  const double* const kept = memory_.entries.data();
  std::vector<std::int64_t> known(static_cast<std::size_t>(rows), -1);  // which kept row it is
  for (std::size_t i = 0; i < kept_places_.size(); ++i)
    if (places[i] >= 0) known[places[i]] = kept_places_[i];
  std::vector<std::int32_t> fresh;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i] < 0) fresh.push_back(static_cast<std::int32_t>(i));
  if (2 * static_cast<std::int64_t>(fresh.size()) > rows) {
    additive_entries(gram, k, team_, report_);
  } else {
    for_rows(team_, report_, rows, rows, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t j = first; j < last; ++j)
        if (known[j] >= 0)
          for (std::int64_t i = j; i < rows; ++i)
            if (known[i] >= 0) k(i, j) = kept[known[j] * kept_rows_ + known[i]];
    });
    const matrix columns = additive_columns(gram, fresh, team_, report_);
    for (std::size_t c = 0; c < fresh.size(); ++c)
      for (std::int64_t i = 0; i < rows; ++i)
        k(std::max<std::int64_t>(i, fresh[c]), std::min<std::int64_t>(i, fresh[c])) =
            columns(i, static_cast<Eigen::Index>(c));
  }
  kept_places_.clear();
  resize_anew(memory_.entries, static_cast<std::size_t>(rows * rows));
  for (std::int64_t j = 0; j < rows; ++j)
    std::copy_n(&k(j, j), rows - j, &memory_.entries[j * rows + j]);
  kept_rows_ = rows;
  kept_places_ = places;
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
