#include "masters/regression_master.hpp"

#include "masters/least_squares_master.hpp"

namespace coppice {
namespace {

class regression_master final : public least_squares_master {
 public:
  regression_master(std::vector<double> costs, const std::vector<double>& targets,
                    std::int64_t outputs, thread_team& team, progress& report)
      : least_squares_master(
            std::move(costs), outputs,
            [&targets, outputs](std::int64_t i, std::int64_t t) {
              return targets[i * outputs + t];
            },
            merit_rule::squares, team, report) {}

  [[nodiscard]] std::unique_ptr<master> copy() const override {
    return std::make_unique<regression_master>(*this);
  }
  /// There are no classes to be wrong about.
  [[nodiscard]] double train_error() const override {
    return std::numeric_limits<double>::quiet_NaN();
  }
};

}  // namespace

std::unique_ptr<master> make_regression_master(std::vector<double> costs,
                                               const std::vector<double>& targets,
                                               thread_team& team, progress& report) {
  const auto outputs = static_cast<std::int64_t>(targets.size() / costs.size());
  return std::make_unique<regression_master>(std::move(costs), targets, outputs, team, report);
}

}  // namespace coppice
