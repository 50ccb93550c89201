#include "masters/growing_factor.hpp"

#include "core/numbers.hpp"

namespace coppice {

std::vector<double> growing_factor::forward(const vector& b) const {
  std::vector<double> z(rows_.size());
  for (std::size_t j = 0; j < z.size(); ++j)
    z[j] = (b[static_cast<Eigen::Index>(j)] -
            dot(rows_[j].data(), z.data(), static_cast<std::int64_t>(j))) /
           rows_[j][j];
  return z;
}

void growing_factor::backward(const std::vector<double>& z, vector& x) const {
  x = Eigen::Map<const vector>(z.data(), static_cast<Eigen::Index>(z.size()));
  for (Eigen::Index j = x.size() - 1; j >= 0; --j) {
    const std::vector<double>& row = rows_[j];
    x[j] /= row[j];
    x.head(j) -= x[j] * Eigen::Map<const vector>(row.data(), j);
  }
}

void growing_factor::append(std::vector<double> z, double diagonal) {
  z.push_back(diagonal);
  rows_.push_back(std::move(z));
}

}  // namespace coppice
