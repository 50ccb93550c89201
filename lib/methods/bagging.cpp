// Bagging (Breiman 1996): every weak learner is the best of the pool on a bootstrap sample, as many
// rows as there are, drawn with replacement and with probabilities in proportion to their weights;
// all vote alike, f = mean of +-h.
#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "masters/stagewise_master.hpp"
#include "methods/ensemble_fit.hpp"

namespace coppice {

const method& bagging_method();

namespace {

class bagging_master final : public stagewise_master {
 public:
  bagging_master(classified_rows given, const fit_request& request)
      : stagewise_master(std::move(given), request.team, request.report),
        random_(seed_of(request.options)) {
    request.report.resize(cumulated_, rows());
    double sum = 0;
    for (std::int64_t i = 0; i < rows(); ++i) {
      report().poll_at(i);
      cumulated_[i] = sum += cost(i);
    }
  }

  [[nodiscard]] std::vector<double> weights() const override {
    std::vector<double> result = stagewise_master::weights();
    for (double& weight : result) weight /= static_cast<double>(result.size());
    return result;
  }

 private:
  void look() override {
    std::fill(residual_.begin(), residual_.end(), 0.0);
    report().poll();
    for (std::int64_t k = 0; k < rows(); ++k) {
      report().poll_at(k);
      const double place = random_.uniform() * cumulated_.back();
      const auto found = std::upper_bound(cumulated_.begin(), cumulated_.end() - 1, place);
      const std::int64_t row = found - cumulated_.begin();
      residual_[row] += sign(row) / static_cast<double>(rows());
    }
  }

  void weigh(const std::vector<float>& outputs, double* weight, double* /*bias*/) override {
    *weight = std::copysign(1, scores_of(outputs)[0]);
  }

  random_numbers random_;
  std::vector<double> cumulated_;  // weights of the rows up to and with each
};

master_at_start start_bagging(const training_set& training, const fit_request& request) {
  return {
      std::make_unique<bagging_master>(classified_rows_of(training, 1, request.report), request)};
}

}  // namespace

const method& bagging_method() {
  static const method method = {
      "bagging",
      "bagging: the mean of weak learners, each the best on a bootstrap sample of the rows",
      {task::two_classes},
      building_blocks::pools,
      with_stagewise_options({multiclass_option()}),
      [](const fit_request& request) {
        return fit_ensemble(request, bagging_method(), start_bagging);
      },
      path_of_learners()};
  return method;
}

}  // namespace coppice
