#include "data/stream_generators.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"

namespace coppice {
namespace {

constexpr double margin = 0.5;           // of linear, on either side
constexpr std::int64_t centres = 4;      // of a class
constexpr double spread_of_centres = 2;  // standard deviations
constexpr double spread = 0.5;
constexpr double least_distance = 2;             // from centres of the other class
constexpr double rows_of_a_turn = 10000;         // of drifting
constexpr std::int64_t rows_of_a_centre = 1000;  // of switching

double squared_distance(const double* a, const double* b, std::int64_t n) {
  double sum = 0;
  for (std::int64_t d = 0; d < n; ++d) sum += (a[d] - b[d]) * (a[d] - b[d]);
  return sum;
}

/// Those of class 0 and after them those of class 1.
void draw_centres(drawing& from) {
  const std::int64_t D = from.features;
  from.shape.assign(static_cast<std::size_t>(2 * centres * D), 0.0);
  for (std::int64_t k = 0; k < 2 * centres; ++k) {
    double* const centre = &from.shape[k * D];
    const std::int64_t others = k < centres ? 0 : centres;  // these have been drawn
    bool is_apart = false;
    while (!is_apart) {
      for (std::int64_t d = 0; d < D; ++d) centre[d] = spread_of_centres * from.random.normal();
      is_apart = true;
      for (std::int64_t j = 0; j < others; ++j)
        is_apart = is_apart && squared_distance(centre, &from.shape[j * D], D) >=
                                   least_distance * least_distance;
    }
  }
}

}  // namespace

std::int64_t draw_linear(drawing& from, double* x) {
  const std::int64_t D = from.features;
  if (from.shape.empty()) {
    for (std::int64_t d = 0; d < D; ++d) from.shape.push_back(from.random.normal());
    const double norm = std::sqrt(dot(from.shape.data(), from.shape.data(), D));
    for (double& w : from.shape) w /= norm;
  }
  const auto side = static_cast<std::int64_t>(from.random.below(2));
  double along = 0;
  while (std::abs(along) < margin) {
    for (std::int64_t d = 0; d < D; ++d) x[d] = from.random.normal();
    along = dot(from.shape.data(), x, D);
  }
  for (std::int64_t d = 0; d < D && (along > 0) != (side == 1); ++d) x[d] = -x[d];
  return side;
}

std::int64_t draw_mixture(drawing& from, double* x) {
  if (from.shape.empty()) draw_centres(from);
  const auto side = static_cast<std::int64_t>(from.random.below(2));
  const auto which = side * centres + static_cast<std::int64_t>(from.random.below(centres));
  const double* const centre = &from.shape[which * from.features];
  for (std::int64_t d = 0; d < from.features; ++d) x[d] = centre[d] + spread * from.random.normal();
  return side;
}

std::int64_t draw_drifting(drawing& from, double* x) {
  const std::int64_t side = draw_mixture(from, x);
  const double pi = std::acos(-1.0);
  const double angle =
      2 * pi * std::fmod(static_cast<double>(from.row), rows_of_a_turn) / rows_of_a_turn;
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  for (std::int64_t d = 0; d + 1 < from.features; d += 2) {
    const double first = x[d];
    x[d] = c * first - s * x[d + 1];
    x[d + 1] = s * first + c * x[d + 1];
  }
  return side;
}

std::int64_t draw_switching(drawing& from, double* x) {
  if (from.row % rows_of_a_centre == 0) from.shape.clear();
  return draw_mixture(from, x);
}

std::int64_t draw_circle(drawing& from, double* x) {
  constexpr double half_width = 1.5;
  const auto side = static_cast<std::int64_t>(from.random.below(2));
  do {
    for (std::int64_t d = 0; d < 2; ++d) x[d] = half_width * (2 * from.random.uniform() - 1);
  } while ((x[0] * x[0] + x[1] * x[1] < 1) != (side == 1));
  return side;
}

}  // namespace coppice
