#include "methods/kernel_problems.hpp"

namespace coppice {

kernel_problem problem_of_classes(const training_set& training, double C, double tolerance) {
  kernel_problem problem;
  problem.targets = training.signs();
  for (std::size_t i = 0; i < problem.targets.size(); ++i) {
    const double cost = C * training.weights()[i];
    problem.low.push_back(problem.targets[i] < 0 ? -cost : 0);
    problem.high.push_back(problem.targets[i] < 0 ? 0 : cost);
  }
  problem.tolerance = tolerance;
  return problem;
}

}  // namespace coppice
