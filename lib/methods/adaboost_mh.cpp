// AdaBoost.MH (Schapire & Singer 1999): K classes as K questions, "is it this class", all answered
// by the same weak learner, each with a sign of its own. With Y_il = 1 where row i is of class l,
// else -1, rows and classes weigh D_il = c_i exp(-Y_il F_l(x_i)), normalised to sum up to 1;
//
//     gamma_l = sum_i D_il Y_il h(x_i),    s = sum_l |gamma_l|,    the learner of the largest s,
//     F_l += 1/2 ln((1 + s) / (1 - s)) sign(gamma_l) h.
//
// The sum of exponential losses, and with it the Hamming loss, falls at least by sqrt(1 - s^2). For
// two classes F_1 = -F_2, and this is AdaBoost.
#include <cmath>

#include "masters/stagewise_master.hpp"
#include "methods/ensemble_fit.hpp"

namespace coppice {

const method& adaboost_mh_method();

namespace {

class hamming_master final : public stagewise_master {
 public:
  hamming_master(classified_rows given, thread_team& team, progress& report)
      : stagewise_master(std::move(given), team, report) {}

 private:
  void look() override {
    const double shift = largest_exponent([this](std::int64_t i) {
      double largest = -sign(i) * *f(i);
      for (std::int64_t s = 1; s < scores(); ++s)
        largest = std::max(largest, -sign(i, s) * f(i)[s]);
      return largest;
    });
    const double total = sum_over_rows(1, [&](std::int64_t first, std::int64_t last, double* sum) {
      for (std::int64_t i = first; i < last; ++i)
        for (std::int64_t s = 0; s < scores(); ++s) {
          const double weight = cost(i) * std::exp(-sign(i, s) * f(i)[s] - shift);
          residual_[i * scores() + s] = sign(i, s) * weight;
          *sum += weight;
        }
    })[0];
    for_rows([&](std::int64_t first, std::int64_t last) {
      for (std::int64_t k = first * scores(); k < last * scores(); ++k) residual_[k] /= total;
    });
    const int questions_a_score = scores() == 1 ? 2 : 1;
    objective_ = questions_a_score * std::exp(shift) * total;
  }

  void weigh(const std::vector<float>& outputs, double* weights, double* /*bias*/) override {
    const std::vector<double> gamma = scores_of(outputs);
    double s = 0;
    for (const double one : gamma) s += std::abs(one);
    const double step = step_of(s);
    if (errs_nowhere(s)) end();
    for (std::size_t l = 0; l < gamma.size(); ++l) weights[l] = std::copysign(step, gamma[l]);
  }
};

master_at_start make_restricted(const training_set& training, const fit_request& request) {
  return {std::make_unique<hamming_master>(classified_rows_of(training, 1, request.report),
                                           request.team, request.report)};
}

}  // namespace

const method& adaboost_mh_method() {
  static const method method = {
      "adaboost-mh",
      "AdaBoost.MH: stagewise minimisation of the exponential losses of all classes at once",
      {task::classes},
      building_blocks::pools,
      with_stagewise_options({}),
      [](const fit_request& request) {
        return fit_ensemble(request, adaboost_mh_method(), make_restricted);
      },
      path_of_learners()};
  return method;
}

}  // namespace coppice
