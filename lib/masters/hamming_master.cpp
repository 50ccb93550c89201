#include "masters/hamming_master.hpp"

#include <cmath>

#include "masters/stagewise_master.hpp"

namespace coppice {
namespace {

class hamming_master final : public stagewise_master {
 public:
  hamming_master(classified_rows given, double times, thread_team& team, progress& report)
      : stagewise_master(std::move(given), team, report), times_(times) {}

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
