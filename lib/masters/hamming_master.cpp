#include "masters/hamming_master.hpp"

#include <cmath>

#include "core/exponential.hpp"
#include "masters/stagewise_master.hpp"

namespace coppice {
namespace {

class hamming_master final : public stagewise_master {
 public:
  hamming_master(classified_rows given, double times, thread_team& team, progress& report)
      : stagewise_master(std::move(given), team, report), times_(times) {}

 private:
  void look() override {
    const std::int64_t scores = this->scores();
    const double shift = largest_exponent([&](std::int64_t i) {
      const double* const of = f(i);
      const double* const signs = this->signs(i);
      double largest = -signs[0] * of[0];
      for (std::int64_t s = 1; s < scores; ++s) largest = std::max(largest, -signs[s] * of[s]);
      return largest;
    });
    double* const residual = residual_.data();
    const double total = sum_over_rows(1, [&](std::int64_t first, std::int64_t last, double* sum) {
      for (std::int64_t i = first; i < last; ++i) {
        const double* const of = f(i);
        const double* const signs = this->signs(i);
        for (std::int64_t s = 0; s < scores; ++s)
          residual[i * scores + s] = -signs[s] * of[s] - shift;
      }
      exponentiate(1, residual + first * scores, (last - first) * scores);
      for (std::int64_t i = first; i < last; ++i) {
        const double* const signs = this->signs(i);
        const double cost = this->cost(i);
        double weights = 0;
        for (std::int64_t s = 0; s < scores; ++s) {
          const double weight = cost * residual[i * scores + s];
          residual[i * scores + s] = signs[s] * weight;
          weights += weight;
        }
        *sum += weights;
      }
    })[0];
    for_rows([&](std::int64_t first, std::int64_t last) {
      for (std::int64_t k = first * scores; k < last * scores; ++k) residual[k] /= total;
    });
    objective_ = times_ * std::exp(shift) * total;
  }

  void weigh(const std::vector<float>& outputs, double* weights, double* /*bias*/) override {
    const std::vector<double> gamma = scores_of(outputs);
    double s = 0;
    for (const double one : gamma) s += std::abs(one);
    const double step = step_of(s);
    if (errs_nowhere(s)) end();
    for (std::size_t l = 0; l < gamma.size(); ++l) weights[l] = std::copysign(step, gamma[l]);
  }

  double times_;
};

}  // namespace

std::unique_ptr<master> make_hamming_master(classified_rows rows, double times, thread_team& team,
                                            progress& report) {
  return std::make_unique<hamming_master>(std::move(rows), times, team, report);
}

}  // namespace coppice
