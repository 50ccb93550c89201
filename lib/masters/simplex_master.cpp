#include "masters/simplex_master.hpp"

#include "masters/least_squares_master.hpp"
#include "masters/simplex_code.hpp"
#include "masters/training_error.hpp"

namespace coppice {
namespace {

class simplex_master final : public least_squares_master {
 public:
  simplex_master(std::shared_ptr<const classified_rows> rows, std::vector<double> costs,
                 const simplex_code& code, merit_rule rule, thread_team& team, progress& report)
      : least_squares_master(
            std::move(costs), code.dimensions(),
            [rows, code](std::int64_t i, std::int64_t t) { return code.at(rows->labels[i], t); },
            rule, team, report),
        given_(std::move(rows)),
        code_(code) {}

  [[nodiscard]] std::unique_ptr<master> copy() const override {
    return std::make_unique<simplex_master>(*this);
  }
  [[nodiscard]] std::vector<double> weights() const override {
    return scores_of(least_squares_master::weights());
  }
  [[nodiscard]] std::vector<double> bias() const override {
    return scores_of(least_squares_master::bias());
  }
  [[nodiscard]] double train_error() const override;

 private:
  /// Of points, one after the other.
  [[nodiscard]] std::vector<double> scores_of(const std::vector<double>& points) const {
    const std::int64_t scores = given_->scores();
    const auto count = static_cast<std::int64_t>(points.size()) / dimensions();
    std::vector<double> result(static_cast<std::size_t>(count * scores));
    for (std::int64_t j = 0; j < count; ++j)
      code_.score(&points[j * dimensions()], &result[j * scores]);
    return result;
  }

  std::shared_ptr<const classified_rows> given_;  // their costs are with the master
  simplex_code code_;
};

/// The scores of f = L - U / c; those of L are 1 for the row's own class.
double simplex_master::train_error() const {
  const predicting_weights by(columns(), weights(), bias());
  const std::int64_t scores = given_->scores();
  const double others = -1 / static_cast<double>(dimensions());
  return training_error(*given_, by, rounding_of(1 + by.size), team(), report(),
                        [this, scores, others](std::int64_t i, double* out) {
                          const double by_cost = 1 / cost(i);
                          const std::int64_t label = given_->labels[i];
                          code_.score(residual_of(i), out);
                          if (scores == 1) {
                            *out = (label == 1 ? 1 : -1) - *out * by_cost;
                            return;
                          }
                          for (std::int64_t k = 0; k < scores; ++k)
                            out[k] = others - out[k] * by_cost;
                          out[label] += 1 - others;
                        });
}

}  // namespace

std::unique_ptr<master> make_simplex_master(classified_rows rows, merit_rule rule,
                                            thread_team& team, progress& report) {
  std::vector<double> costs = std::move(rows.costs);
  const simplex_code code(rows.classes);
  return std::make_unique<simplex_master>(std::make_shared<const classified_rows>(std::move(rows)),
                                          std::move(costs), code, rule, team, report);
}

}  // namespace coppice
