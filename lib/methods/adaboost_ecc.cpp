// AdaBoost.ECC (Guruswami & Sahai 1999): every round paints half of the K classes, drawn at random,
// +1 and the others -1, mu in {-1, +1}^K, and a weak learner tells the colours apart. A row and a
// class l that is not its own weigh
//
//     D_il = c_i exp((F_l(x_i) - F_{y_i}(x_i)) / 2), normalised to sum up to 1.
//
// Of mu, u = sum of D_il over all pairs of different colours; row i weighs d_i, its part of that
// sum over u; the learner of least error e, weighted by d, on the colours of the rows' classes gets
//
//     F_l += 1/2 ln((1 - e) / e) mu_l h,    and the sum of D falls by 1 - u + 2 u sqrt(e (1 - e)).
//
// For two classes F_1 = -F_2, and this is AdaBoost.
#include <cmath>

#include "core/random.hpp"
#include "masters/stagewise_master.hpp"
#include "methods/ensemble_fit.hpp"

namespace coppice {

const method& adaboost_ecc_method();

namespace {

class output_code_master final : public stagewise_master {
 public:
  output_code_master(classified_rows given, const fit_request& request)
      : stagewise_master(std::move(given), request.team, request.report),
        random_(seed_of(request.options)),
        colours_(static_cast<std::size_t>(classes()), -1.0) {}

  [[nodiscard]] residual_rows residual() const override { return {residual_.data()}; }

 private:
  /// F of a class; of two there is only that of the later.
  [[nodiscard]] double output(std::int64_t row, std::int64_t of_class) const {
    if (scores() > 1) return f(row)[of_class];
    return of_class == 1 ? *f(row) : -*f(row);
  }

  /// Of the weight of a row and a class that is not its own.
  [[nodiscard]] double exponent(std::int64_t row, std::int64_t other) const {
    return (output(row, other) - output(row, label(row))) / 2;
  }

  void look() override {
    paint();
    const double shift = largest_exponent([this](std::int64_t i) {
      double largest = -std::numeric_limits<double>::infinity();
      for (std::int64_t l = 0; l < classes(); ++l)
        if (l != label(i)) largest = std::max(largest, exponent(i, l));
      return largest;
    });
    const std::vector<double> sums =
        sum_over_rows(2, [&](std::int64_t first, std::int64_t last, double* sum) {
          for (std::int64_t i = first; i < last; ++i) {
            const double own = colours_[label(i)];
            double apart = 0;
            for (std::int64_t l = 0; l < classes(); ++l) {
              if (l == label(i)) continue;
              const double weight = cost(i) * std::exp(exponent(i, l) - shift);
              sum[0] += weight;
              if (colours_[l] != own) apart += weight;
            }
            residual_[i] = apart * own;
            sum[1] += apart;
          }
        });
    objective_ = std::exp(shift) * sums[0];
    for_rows([&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i < last; ++i) residual_[i] /= sums[1];
    });
  }

  /// Half of the classes, or of an odd number one fewer or one more, at random. Of two classes, the
  /// later.
  void paint() {
    if (classes() == 2) {
      colours_[1] = 1;
      return;
    }
    std::fill(colours_.begin(), colours_.end(), -1.0);
    const auto odd = static_cast<std::uint64_t>(classes() % 2);
    auto wanted = classes() / 2 + static_cast<std::int64_t>(random_.below(odd + 1));
    while (wanted > 0) {
      double& colour = colours_[random_.below(static_cast<std::uint64_t>(classes()))];
      if (colour > 0) continue;
      colour = 1;
      --wanted;
    }
  }

  void weigh(const std::vector<float>& outputs, double* weights, double* /*bias*/) override {
    const double s = scores_of(outputs)[0];
    const double step = std::copysign(step_of(std::abs(s)), s);
    if (classes() == 2 && errs_nowhere(std::abs(s))) end();
    for (std::int64_t k = 0; k < scores(); ++k) weights[k] = step * colours_[scores() == 1 ? 1 : k];
  }

  random_numbers random_;
  std::vector<double> colours_;  // of the classes, in the round to come
};

master_at_start start_adaboost_ecc(const training_set& training, const fit_request& request) {
  return {std::make_unique<output_code_master>(classified_rows_of(training, 1, request.report),
                                               request)};
}

}  // namespace

const method& adaboost_ecc_method() {
  static const method method = {"adaboost-ecc",
                                "AdaBoost.ECC: boosting of random two-colourings of the classes",
                                {task::classes},
                                building_blocks::pools,
                                with_stagewise_options({}),
                                [](const fit_request& request) {
                                  return fit_ensemble(request, adaboost_ecc_method(),
                                                      start_adaboost_ecc);
                                },
                                path_of_learners(),
                                {},
                                stumps_and_constant};
  return method;
}

}  // namespace coppice
