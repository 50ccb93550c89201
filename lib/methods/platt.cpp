#include "methods/platt.hpp"

#include <algorithm>
#include <cmath>

namespace coppice {
namespace {

constexpr int most_newton_steps = 200;
constexpr double least_slope = 1e-6;      // by the largest decision value
constexpr double least_gradient = 1e-12;  // of the mean loss
constexpr double ridge = 1e-12;

/// Of one score.
struct calibration_rows {
  std::vector<double> decisions;
  std::vector<double> weights;  // > 0
  std::vector<char> in_class;   // whether the row is of the class that the score rises with
};

calibration_rows rows_of_score(const expected_rows& rows, const std::vector<double>& decisions,
                               std::int64_t scores, std::int64_t score, const progress& report) {
  const std::int64_t of_class = scores == 1 ? 1 : score;
  calibration_rows of_score;
  for (std::size_t i = 0; i < rows.weights.size(); ++i) {
    report.poll_at(static_cast<std::int64_t>(i));
    if (rows.weights[i] == 0) continue;
    of_score.decisions.push_back(decisions[i * scores + score]);
    of_score.weights.push_back(rows.weights[i]);
    of_score.in_class.push_back(rows.labels[i] == of_class ? 1 : 0);
  }
  return of_score;
}

/// The mean loss as a function of slope and offset, with decision values scaled to 1.
class log_loss {
 public:
  log_loss(const calibration_rows& rows, double scale, const progress& report)
      : rows_(rows), scale_(scale), report_(report) {
    double weight[2] = {0, 0};  // of the rest, of the class
    for (std::size_t i = 0; i < rows.weights.size(); ++i)
      weight[rows.in_class[i] != 0 ? 1 : 0] += rows.weights[i];
    total_ = weight[0] + weight[1];
    target_[0] = 1 / (weight[0] + 2);
    target_[1] = (weight[1] + 1) / (weight[1] + 2);
  }

  struct derivatives {
    double slope = 0, offset = 0;
    double slope_slope = 0, slope_offset = 0, offset_offset = 0;
  };

  [[nodiscard]] double at(double slope, double offset) const {
    double sum = 0;
    for_each([&](double f, double t, double c) {
      const double z = slope * f + offset;
      sum += c * (std::log1p(std::exp(-std::abs(z))) + (z >= 0 ? (1 - t) * z : -t * z));
    });
    return sum;
  }

  [[nodiscard]] derivatives derive(double slope, double offset) const {
    derivatives d;
    for_each([&](double f, double t, double c) {
      const double p = sigmoid{slope, offset}.of(f).later;
      const double first = c * (p - t);
      const double second = c * p * (1 - p);
      d.slope += f * first;
      d.offset += first;
      d.slope_slope += f * f * second;
      d.slope_offset += f * second;
      d.offset_offset += second;
    });
    return d;
  }

 private:
  template <class Each>
  void for_each(const Each& each) const {
    for (std::size_t i = 0; i < rows_.weights.size(); ++i) {
      each(rows_.decisions[i] / scale_, target_[rows_.in_class[i] != 0 ? 1 : 0],
           rows_.weights[i] / total_);
      if (i % progress::rows_a_poll == 0) report_.poll();
    }
  }

  const calibration_rows& rows_;
  double scale_;
  const progress& report_;
  double total_ = 0;
  double target_[2] = {0, 0};
};

/// Newton from (slope, offset); with `fixed` the slope stays.
void minimise(const log_loss& loss, bool fixed, double& slope, double& offset) {
  double value = loss.at(slope, offset);
  for (int step = 0; step < most_newton_steps; ++step) {
    const log_loss::derivatives d = loss.derive(slope, offset);
    const double slope_gradient = fixed ? 0 : d.slope;
    if (std::max(std::abs(slope_gradient), std::abs(d.offset)) < least_gradient) return;
    double along_slope = 0;
    double along_offset = -d.offset / (d.offset_offset + ridge);
    if (!fixed) {
      const double a = d.slope_slope + ridge;
      const double c = d.offset_offset + ridge;
      const double determinant = a * c - d.slope_offset * d.slope_offset;
      along_slope = -(c * d.slope - d.slope_offset * d.offset) / determinant;
      along_offset = -(a * d.offset - d.slope_offset * d.slope) / determinant;
    }
    const double descent = slope_gradient * along_slope + d.offset * along_offset;
    double length = 1;
    double next = loss.at(slope + along_slope, offset + along_offset);
    while (next > value + 1e-4 * length * descent && length > 1e-10) {
      length /= 2;
      next = loss.at(slope + length * along_slope, offset + length * along_offset);
    }
    if (!(next < value)) return;  // rounding
    value = next;
    slope += length * along_slope;
    offset += length * along_offset;
  }
}

fitted_sigmoid fit_sigmoid(const calibration_rows& rows, const progress& report) {
  double scale = 0;
  for (const double f : rows.decisions) scale = std::max(scale, std::abs(f));
  if (scale == 0) scale = 1;
  const log_loss loss(rows, scale, report);
  double slope = 0;
  double offset = 0;
  minimise(loss, false, slope, offset);
  const bool ranks = slope > least_slope;
  if (!ranks) {
    slope = least_slope;
    minimise(loss, true, slope, offset);
  }
  return {{slope / scale, offset}, ranks};
}

}  // namespace

std::vector<fitted_sigmoid> fit_sigmoids(const expected_rows& rows,
                                         const std::vector<double>& decisions,
                                         const progress& report) {
  const std::int64_t scores = rows.classes == 2 ? 1 : rows.classes;
  std::vector<fitted_sigmoid> fitted;
  for (std::int64_t s = 0; s < scores; ++s)
    fitted.push_back(fit_sigmoid(rows_of_score(rows, decisions, scores, s, report), report));
  return fitted;
}

std::vector<sigmoid> sigmoids_of(const std::vector<fitted_sigmoid>& fitted) {
  std::vector<sigmoid> sigmoids;
  sigmoids.reserve(fitted.size());
  for (const fitted_sigmoid& one : fitted) sigmoids.push_back(one.curve);
  return sigmoids;
}

}  // namespace coppice
