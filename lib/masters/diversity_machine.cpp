#include "masters/diversity_machine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace coppice {
namespace {

constexpr std::int64_t most_gradient_steps = 20000;

void project(vector& w) {
  if (const double norm = w.norm(); norm > 1) w /= norm;
}

}  // namespace

diversity_machine::diversity_machine(const diversity_problem& problem, const design_matrix& design,
                                     std::int64_t machines, const progress& report)
    : problem_(problem),
      design_(design),
      report_(report),
      weights_(matrix::Zero(design.columns(), machines)),
      values_(static_cast<std::size_t>(machines), 0.0) {
  for (std::int64_t i = 0; i < design.rows(); ++i)
    curvature_ += 2 * problem.shares[i] * design.squared_norm(i);
  report_.poll();
}

/// The rho at which the slacks balance nu: between two margins, in ascending order, it is linear.
double diversity_machine::balancing_margin(const std::vector<double>& margins) const {
  std::vector<std::int64_t> order(margins.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::int64_t a, std::int64_t b) { return margins[a] < margins[b]; });
  double share = 0;
  double sum = 0;
  double rho = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    share += problem_.shares[order[k]];
    sum += problem_.shares[order[k]] * margins[order[k]];
    rho = (problem_.nu / 2 + sum) / share;
    if (k + 1 == order.size() || rho <= margins[order[k + 1]]) break;
  }
  return rho;
}

diversity_machine::look diversity_machine::at(const vector& w) const {
  std::vector<double> margins;
  design_.multiply(w, 0, margins);
  for (std::size_t i = 0; i < margins.size(); ++i) margins[i] *= problem_.signs[i];
  const double rho = balancing_margin(margins);
  look here;
  here.value = -problem_.nu * rho;
  for (std::size_t i = 0; i < margins.size(); ++i) {
    const double slack = std::max(0.0, rho - margins[i]);
    here.value += problem_.shares[i] * slack * slack;
    margins[i] = -2 * problem_.shares[i] * slack * problem_.signs[i];
  }
  here.slope = design_.correlate(margins);
  report_.poll();
  return here;
}

/// Nesterov's steps, from the start again where one leads up.
void diversity_machine::solve(std::int64_t machine) {
  const vector others = problem_.mu * (weights_.rowwise().sum() - weights_.col(machine));
  vector w = weights_.col(machine);
  vector ahead = w;
  double momentum = 1;
  double last = std::numeric_limits<double>::infinity();
  for (std::int64_t step = 0; step < most_gradient_steps; ++step) {
    const look here = at(ahead);
    const vector slope = here.slope + others;
    if (slope.dot(ahead) + slope.norm() <= problem_.tolerance * problem_.nu) {
      w = ahead;
      project(w);
      break;
    }
    const double value = here.value + others.dot(ahead);
    if (value > last) momentum = 1;
    last = value;
    vector next = ahead - slope / curvature_;
    project(next);
    const double faster = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
    ahead = next + (momentum - 1) / faster * (next - w);
    project(ahead);
    momentum = faster;
    w = next;
  }
  weights_.col(machine) = w;
  values_[machine] = at(w).value;
}

double diversity_machine::objective() const {
  const double coupled = weights_.rowwise().sum().squaredNorm() - weights_.squaredNorm();
  return std::accumulate(values_.begin(), values_.end(), problem_.mu * coupled / 2);
}

const char* diversity_machine::run(std::int64_t rounds,
                                   const std::function<void(std::int64_t, double)>& reached) {
  double last = std::numeric_limits<double>::infinity();
  for (std::int64_t round = 1; round <= rounds; ++round) {
    for (std::int64_t machine = 0; machine < weights_.cols(); ++machine) solve(machine);
    const double objective = this->objective();
    reached(round, objective);
    const double size = problem_.nu * static_cast<double>(weights_.cols());
    if (last - objective <= problem_.tolerance * size) return "tolerance";
    last = objective;
  }
  return "iterations";
}

}  // namespace coppice
