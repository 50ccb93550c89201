#include "masters/cost_path.hpp"

#include <cstddef>
#include <utility>

namespace coppice {
namespace {

/// What a solution is off from the optimum grows as many times.
constexpr double furthest = 30;

}  // namespace

void cost_path::add(newton_point at, double cost) {
  before_ = std::move(last_);
  cost_before_ = cost_;
  last_ = std::move(at);
  cost_ = cost;
}

void cost_path::clear() {
  *this = {};
}

/// The last solution is at 0 and the one before at -1.
double cost_path::along(double cost) const {
  return (cost - cost_) / (cost_ - cost_before_);
}

bool cost_path::has_line_to(double cost) const {
  return cost_before_ > 0 && along(cost) > 0 && along(cost) <= furthest;
}

newton_point cost_path::on_line(double cost) const {
  newton_point point = last_;
  const double by = along(cost);
  for (std::size_t i = 0; i < point.coefficients.size(); ++i) {
    point.coefficients[i] += by * (last_.coefficients[i] - before_.coefficients[i]);
    point.centre[i] += by * (last_.centre[i] - before_.centre[i]);
  }
  return point;
}

}  // namespace coppice
