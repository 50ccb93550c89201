#include "masters/newton_face.hpp"

#include "masters/spline_preconditioner.hpp"

namespace coppice {
namespace {

constexpr std::int64_t most_steps = 300;
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

std::vector<double> solve_face(const additive_gram& gram, double delta, std::vector<double> r,
                               double accuracy, double& density, thread_team& team,
                               progress& report) {
  spline_preconditioner preconditioner(gram, delta, density, team, report);
  centre(r);
  std::vector<double> z = preconditioner.apply(r, team, report);
  std::vector<double> direction = z;
  std::vector<double> c(r.size(), 0.0);
  double size = inner_product(r, z);
  const double small = accuracy * accuracy * size;
  std::int64_t step = 0;
  for (; step < most_steps && size > small && size > 0; ++step) {
    std::vector<double> image = gram.product(direction, team, report);
    for (std::size_t i = 0; i < image.size(); ++i) image[i] += delta * direction[i];
    const double curvature = inner_product(direction, image);
    if (!(curvature > 0)) break;
    const double length = size / curvature;
    for (std::size_t i = 0; i < r.size(); ++i) {
      c[i] += length * direction[i];
      r[i] -= length * image[i];
    }
    centre(r);
    z = preconditioner.apply(r, team, report);
    const double next = inner_product(r, z);
    for (std::size_t i = 0; i < z.size(); ++i) direction[i] = z[i] + next / size * direction[i];
    size = next;
    report.poll();
  }
  if (step > many_steps) density *= 4;
  centre(c);
  return c;
}

}  // namespace coppice
