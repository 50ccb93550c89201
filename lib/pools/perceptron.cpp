// Perceptrons: h(x) = sign(theta . x - kappa), sign(0) = +1, with theta uniform on the sphere and
// the distance of the hyperplane from the training set's mean uniform in [-R, R], R the largest
// distance of a row from it, all of it for features on the scale of spread.hpp. In units of R: rows
// (x - mean) / R, kappa~ uniform in [-1, 1].
#include <cmath>

#include "pools/sampled_pool.hpp"

namespace coppice {

const pool_kind& perceptron_pool();

namespace {

constexpr const char* perceptron_name = "perceptron";

float draw_perceptron(random_numbers& random, float* z, std::int64_t width) {
  double squared = 0;
  while (!(squared > 0)) {
    squared = 0;
    for (std::int64_t d = 0; d < width; ++d) {
      const auto drawn = static_cast<float>(random.normal());
      z[d * candidates_a_block] = drawn;
      squared += static_cast<double>(drawn) * static_cast<double>(drawn);
    }
  }
  const auto scale = static_cast<float>(1 / std::sqrt(squared));
  for (std::int64_t d = 0; d < width; ++d) z[d * candidates_a_block] *= scale;
  return static_cast<float>(2 * random.uniform() - 1);
}

std::unique_ptr<pool> create_perceptron(const pool_setting& setting) {
  spread centre = spread_of(setting);
  const double radius = centre.radius;
  return std::make_unique<sampled_pool>(
      setting, sampling{perceptron_name, projection_shape::sign, std::move(centre), 1, radius,
                        1 / radius, 1, draw_perceptron});
}

}  // namespace

const pool_kind& perceptron_pool() {
  static const pool_kind kind = {
      perceptron_name,
      "perceptrons drawn at random, the best of many: the sign of theta.x - kappa",
      {scale_option(), candidates_option()},
      create_perceptron,
      {&perceptron_learners()}};
  return kind;
}

}  // namespace coppice
