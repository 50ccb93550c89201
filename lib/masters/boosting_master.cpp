#include "masters/boosting_master.hpp"

#include <algorithm>
#include <cmath>

#include "masters/stagewise_master.hpp"

namespace coppice {
namespace {

class boosting_master final : public stagewise_master {
 public:
  boosting_master(classified_rows given, boosting_rule by, thread_team& team, progress& report)
      : stagewise_master(std::move(given), team, report), by_(by) {
    report.resize(distribution_, rows());
    if (fits()) report.resize(residual_, 2 * rows());
    if (by_ == boosting_rule::logistic) report.resize(response_, rows());
  }

 private:
  /// Whether it fits a + b h to the responses.
  [[nodiscard]] bool fits() const { return by_ != boosting_rule::discrete; }
  [[nodiscard]] residual_rows residual() const override {
    if (!fits()) return stagewise_master::residual();
    return {residual_.data(), 2, merit_rule::fit};
  }
  [[nodiscard]] double response(std::int64_t i) const {
    return by_ == boosting_rule::logistic ? response_[i] : sign(i);
  }

  void look() override {
    const double shift =
        by_ == boosting_rule::logistic
            ? 0
            : largest_exponent([this](std::int64_t i) { return -sign(i) * *f(i); });
    const std::vector<double> sums =
        sum_over_rows(3, [&](std::int64_t first, std::int64_t last, double* sum) {
          for (std::int64_t i = first; i < last; ++i) {
            sum[0] += by_ == boosting_rule::logistic ? look_at_logistic(i)
                                                     : look_at_exponential(i, shift);
            sum[1] += distribution_[i];
            sum[2] += distribution_[i] * response(i);
          }
        });
    objective_ = std::exp(shift) * sums[0];
    mean_ = sums[2] / sums[1];
    for_rows([&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i < last; ++i) {
        distribution_[i] /= sums[1];
        if (!fits()) {
          residual_[i] = distribution_[i] * response(i);
          continue;
        }
        residual_[2 * i] = distribution_[i] * (response(i) - mean_);
        residual_[2 * i + 1] = distribution_[i];
      }
    });
  }

  double look_at_exponential(std::int64_t i, double shift) {
    return distribution_[i] = cost(i) * std::exp(-sign(i) * *f(i) - shift);
  }

  /// Responses are cut at 4 as by Friedman, Hastie & Tibshirani: where p is all but 0 or 1 they are
  /// rounding.
  double look_at_logistic(std::int64_t i) {
    constexpr double most = 4;
    const double margin = sign(i) * *f(i);
    const double wrong = 1 / (1 + std::exp(2 * margin));  // the probability of the other class
    distribution_[i] = cost(i) * std::max(wrong * (1 - wrong), 1e-24);
    response_[i] = sign(i) * std::min(1 / std::max(1 - wrong, 1e-24), most);
    return cost(i) * (margin > 0 ? std::log1p(std::exp(-2 * margin))
                                 : std::log1p(std::exp(2 * margin)) - 2 * margin);
  }

  void weigh(const std::vector<float>& outputs, double* weight, double* bias) override {
    if (!fits()) {
      const double s = scores_of(outputs)[0];
      *weight = std::copysign(step_of(std::abs(s)), s);
      if (errs_nowhere(std::abs(s))) end();
    } else if (by_ == boosting_rule::real && are_signs(outputs)) {
      weigh_sides(outputs, *weight, *bias);
    } else {
      weigh_by_squares(outputs, *weight, *bias);
    }
  }

  static bool are_signs(const std::vector<float>& outputs) {
    return std::all_of(outputs.begin(), outputs.end(), [](float h) { return h == 1 || h == -1; });
  }

  /// 1/2 ln of the odds of +1 where h is +1, and where it is -1. As many rows of either class as
  /// half a row in all are added to both sides, which keeps the odds finite (Schapire & Singer).
  void weigh_sides(const std::vector<float>& outputs, double& weight, double& bias) {
    const std::vector<double> sums =
        sum_over_rows(4, [&](std::int64_t first, std::int64_t last, double* sum) {
          for (std::int64_t i = first; i < last; ++i)
            sum[(outputs[i] > 0 ? 2 : 0) + (sign(i) > 0 ? 1 : 0)] += distribution_[i];
        });
    const double more = 1 / (2 * static_cast<double>(rows()));
    const double below = std::log((sums[1] + more) / (sums[0] + more)) / 2;
    const double above = std::log((sums[3] + more) / (sums[2] + more)) / 2;
    weight = (above - below) / 2;
    bias = (above + below) / 2;
  }

  void weigh_by_squares(const std::vector<float>& outputs, double& weight, double& bias) {
    const std::vector<double> sums =
        sum_over_rows(3, [&](std::int64_t first, std::int64_t last, double* sum) {
          for (std::int64_t i = first; i < last; ++i) {
            const double h = outputs[i];
            sum[0] += distribution_[i] * h;
            sum[1] += distribution_[i] * h * h;
            sum[2] += residual_[2 * i] * h;
          }
        });
    const double variance = sums[1] - sums[0] * sums[0];
    if (variance > 1e-12 * sums[1]) weight = sums[2] / variance;
    bias = mean_ - weight * sums[0];
    if (by_ == boosting_rule::logistic) {
      weight /= 2;
      bias /= 2;
    }
  }

  boosting_rule by_;
  std::vector<double> distribution_;  // D, summing up to 1
  std::vector<double> response_;      // of the logistic loss
  double mean_ = 0;                   // of the responses, weighted by D
};

}  // namespace

std::unique_ptr<master> make_boosting_master(classified_rows rows, boosting_rule by,
                                             thread_team& team, progress& report) {
  return std::make_unique<boosting_master>(std::move(rows), by, team, report);
}

}  // namespace coppice
