// Bagging (Breiman 1996): every weak learner is the best of the pool on a bootstrap sample, as many
// rows as there are, drawn with replacement and with probabilities in proportion to their weights;
// all vote alike, f = mean of +-h. Of K classes a learner votes for or against each of them, by the
// sign of its correlation with it.
#include <algorithm>
#include <cmath>
#include <numeric>

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
    const auto learners = static_cast<double>(result.size()) / static_cast<double>(scores());
    for (double& weight : result) weight /= learners;
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
      for (std::int64_t s = 0; s < scores(); ++s)
        residual_[row * scores() + s] += sign(row, s) / static_cast<double>(rows());
    }
  }

  void weigh(const std::vector<float>& outputs, double* weights, double* /*bias*/) override {
    const std::vector<double> correlations = scores_of(outputs);
    for (std::int64_t s = 0; s < scores(); ++s) weights[s] = std::copysign(1, correlations[s]);
  }

  random_numbers random_;
  std::vector<double> cumulated_;  // weights of the rows up to and with each
};

master_at_start make_restricted(const training_set& training, const fit_request& request) {
  return {
      std::make_unique<bagging_master>(classified_rows_of(training, 1, request.report), request)};
}

}  // namespace

const method& bagging_method() {
  static const method method = {
      "bagging",
      "bagging: the mean of weak learners, each the best on a bootstrap sample of the rows",
      {task::classes},
      building_blocks::pools,
      with_stagewise_options({}),
      [](const fit_request& request) {
        return fit_ensemble(request, bagging_method(), make_restricted);
      },
      path_of_learners()};
  return method;
}

}  // namespace coppice
