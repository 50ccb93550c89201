// Fourier features: h(x) = cos(theta . x - kappa) with theta ~ N(0, 2 gamma I) and kappa uniform in
// [0, 2 pi], of which E[2 h(x) h(x')] = exp(-gamma ||x - x'||^2), all of it for features on the
// scale of spread.hpp. Drawn as z ~ N(0, I) and scored in revolutions: rows
// sqrt(2 gamma) / (2 pi) (x - mean), and kappa~ uniform in [0, 1), which remains so for whatever it
// is measured from.
//
// Of a small gamma all h are nearly constant, and beside those of a larger one they would hardly be
// chosen. With normalise=yes they are a cos(theta . x - kappa), whose kernel has a variance of 1
// over the rows, of shares p_i of the weight, whatever gamma is:
//
//     1 / a^2 = sum_ij p_i p_j (1 - exp(-gamma ||x_i - x_j||^2)).
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/error.hpp"
#include "pools/row_reader.hpp"
#include "pools/sampled_pool.hpp"

namespace coppice {

const pool_kind& fourier_pool();

namespace {

constexpr const char* fourier_name = "fourier";
constexpr double two_pi = 6.283185307179586;

float draw_fourier(random_numbers& random, float* z, std::int64_t width) {
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

/// Rows on the scale drawn for, one after another, and their weights: all rows that count or, of
/// very many, as many drawn.
struct compared_rows {
  std::vector<double> values;
  std::vector<double> weights;
};

compared_rows rows_to_compare(const pool_setting& setting, const spread& centre) {
  constexpr std::size_t most = 1000;
  std::vector<std::int64_t> rows;
  for (std::int64_t i = 0; i < setting.examples.rows(); ++i) {
    setting.report.poll_at(i);
    if (setting.examples.weight(i) > 0) rows.push_back(i);
  }
  random_numbers random(stream_seed(setting.seed, 0));
  for (std::size_t k = 0; k < most && rows.size() > most; ++k)
    std::swap(rows[k], rows[k + random.below(rows.size() - k)]);
  rows.resize(std::min(rows.size(), most));
  const row_reader reader(setting);
  const std::size_t width = centre.mean.size();
  compared_rows read;
  read.values.resize(rows.size() * width);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    double* const row = &read.values[k * width];
    reader.read(rows[k], row);
    for (std::size_t d = 0; d < width; ++d) row[d] = (row[d] - centre.mean[d]) * centre.scale[d];
    read.weights.push_back(setting.examples.weight(rows[k]));
    setting.report.poll();
  }
  return read;
}

/// Sum of p_i p_j (1 - exp(-gamma ||x_i - x_j||^2)).
double variance_of(const compared_rows& rows, double gamma, const progress& report) {
  const std::size_t width = rows.values.size() / rows.weights.size();
  double sum = 0;
  double total = 0;
  for (std::size_t i = 0; i < rows.weights.size(); ++i) {
    total += rows.weights[i];
    double of_row = 0;
    for (std::size_t j = 0; j < i; ++j) {
      double squared = 0;
      for (std::size_t d = 0; d < width; ++d) {
        const double apart = rows.values[i * width + d] - rows.values[j * width + d];
        squared += apart * apart;
      }
      of_row -= rows.weights[j] * std::expm1(-gamma * squared);
    }
    sum += 2 * rows.weights[i] * of_row;
    report.poll();
  }
  return sum / total / total;
}

double amplitude_for(const pool_setting& setting, const spread& centre, double gamma) {
  if (!setting.wanted.options.flag("normalise") || !(centre.radius > 0)) return 1;
  constexpr double least = 1e-30;
  const double variance = variance_of(rows_to_compare(setting, centre), gamma, setting.report);
  if (!(variance >= least))
    fail(COPPICE_INVALID_DATA, "with gamma=", gamma, " the kernel of pool fourier has a variance ",
         "of ", variance, " over the rows; expected at least ", least, " with normalise=yes");
  return 1 / std::sqrt(variance);
}

std::unique_ptr<pool> create_fourier(const pool_setting& setting) {
  spread centre = spread_of(setting);
  const double gamma = settled_gamma(setting, centre);
  const double amplitude = amplitude_for(setting, centre, gamma);
  const double scale = std::sqrt(2 * gamma);
  return std::make_unique<sampled_pool>(
      setting, sampling{fourier_name, projection_shape::cosine, std::move(centre), scale, two_pi,
                        scale / two_pi, amplitude, draw_fourier});
}

}  // namespace

const pool_kind& fourier_pool() {
  static const pool_kind kind = {
      fourier_name,
      "random Fourier features, the best of many: cos(theta.x - kappa), whose kernel is "
      "exp(-gamma |x - x'|^2)",
      {real_option("gamma", "0", 0, false, 1e60, "0 <= gamma <= 1e60",
                   "inverse squared width of the kernel, on the scale drawn for; 0 takes "
                   "1 / (features x mean variance)"),
       choice_option("normalise", "no", "no|yes",
                     "scale the outputs so that the kernel has a variance of 1 over the rows, and "
                     "in a union of bandwidths or views a smooth one counts as much as another"),
       scale_option(), candidates_option()},
      create_fourier,
      {&fourier_learners()},
      false,
      false,
      0.5};  // the mean square of a cosine
  return kind;
}

}  // namespace coppice
