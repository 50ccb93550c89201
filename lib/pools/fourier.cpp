// Fourier features: h(x) = cos(theta . x - kappa) with theta ~ N(0, 2 gamma I) and kappa uniform in
// [0, 2 pi], of which E[2 h(x) h(x')] = exp(-gamma ||x - x'||^2), all of it for features on the
// scale of spread.hpp. Drawn as z ~ N(0, I) and scored in revolutions: rows
// sqrt(2 gamma) / (2 pi) (x - mean), and kappa~ uniform in [0, 1), which remains so for whatever it
// is measured from.
#include <cmath>

#include "core/error.hpp"
#include "pools/sampled_pool.hpp"

namespace coppice {

const pool_kind& fourier_pool();

namespace {

constexpr const char* name = "fourier";
constexpr double two_pi = 6.283185307179586;

float draw(random_numbers& random, float* z, std::int64_t width) {
  for (std::int64_t d = 0; d < width; ++d)
    z[d * candidates_a_block] = static_cast<float>(random.normal());
  return static_cast<float>(random.uniform());
}

/// gamma = 0 asks for 1 / (features x mean variance), on the scale drawn for: theta . x has a
/// variance of 2 then, however many features there are and whatever their unit.
double settled_gamma(const pool_setting& setting, const spread& centre) {
  const double asked = setting.wanted.options.real("gamma");
  if (asked > 0 || !(centre.radius > 0)) return asked;
  const double gamma = 1 / (static_cast<double>(centre.mean.size()) * centre.variance);
  if (!(gamma >= 1e-60 && gamma <= 1e60))
    fail(COPPICE_INVALID_DATA, "the features' mean variance is ", centre.variance,
         ", for which option gamma=0 of pool fourier has no value; expected features on a scale",
         " from 1e-30 to 1e30");
  setting.wanted.options.set_real("gamma", gamma);
  return gamma;
}

std::unique_ptr<pool> create(const pool_setting& setting) {
  spread centre = spread_of(setting);
  const double scale = std::sqrt(2 * settled_gamma(setting, centre));
  return std::make_unique<sampled_pool>(
      setting, sampling{name, projection_shape::cosine, std::move(centre), scale, two_pi,
                        scale / two_pi, draw});
}

}  // namespace

const pool_kind& fourier_pool() {
  static const pool_kind kind = {
      name,
      "random Fourier features, the best of many: cos(theta.x - kappa), whose kernel is "
      "exp(-gamma |x - x'|^2)",
      {real_option("gamma", "0", 0, false, 1e60, "0 <= gamma <= 1e60",
                   "inverse squared width of the kernel, on the scale drawn for; 0 takes "
                   "1 / (features x mean variance)"),
       scale_option(), candidates_option()},
      create,
      {&fourier_learners()},
      false,
      false,
      0.5};  // the mean square of a cosine
  return kind;
}

}  // namespace coppice
