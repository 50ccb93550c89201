#include "masters/target_kernel.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"

namespace coppice {

vector centre_columns(matrix& columns, const vector& roots, thread_team& team,
                      const progress& report) {
  const double total = dot(roots.data(), roots.data(), roots.size());
  vector means(columns.cols());
  team.run(
      columns.cols(),
      [&](std::int64_t j) {
        auto column = columns.col(j);
        column.array() *= roots.array();
        means[j] = dot(roots.data(), column.data(), column.size()) / total;
        column -= means[j] * roots;
        report.poll();
      },
      [&report] { report.poll(); });
  return means;
}

namespace {

double norm(const double* column, std::int64_t size) {
  return std::sqrt(dot(column, column, size));
}

}  // namespace

/// Gram and Schmidt, modified and pivoted. A pivot is made orthogonal to those before it once more
/// when its turn comes, so that Q is orthonormal to rounding.
target_kernel make_target_kernel(matrix labels, const vector& roots, thread_team& team,
                                 const progress& report) {
  constexpr double least_pivot = 1e-10;
  centre_columns(labels, roots, team, report);
  const std::int64_t rows = labels.rows();
  const std::int64_t most = std::min<std::int64_t>(labels.cols(), rows);
  const auto column = [&](std::int64_t j) { return labels.data() + j * rows; };
  target_kernel target;
  target.basis.resize(rows, most);
  target.coordinates = matrix::Zero(most, labels.cols());
  std::vector<std::int64_t> left;
  vector norms(labels.cols());
  for (std::int64_t j = 0; j < labels.cols(); ++j) left.push_back(j);
  for (std::int64_t j = 0; j < labels.cols(); ++j) norms[j] = norm(column(j), rows);
  double first_pivot = 0;
  std::int64_t found = 0;
  while (!left.empty() && found < most) {
    const auto largest = std::max_element(left.begin(), left.end(),
                                          [&](auto a, auto b) { return norms[a] < norms[b]; });
    const std::int64_t pivot = *largest;
    if (found == 0) first_pivot = norms[pivot];
    if (!(norms[pivot] > least_pivot * first_pivot)) break;
    left.erase(largest);
    auto direction = target.basis.col(found);
    direction = labels.col(pivot);
    for (std::int64_t k = 0; k < found; ++k)
      direction -=
          dot(target.basis.data() + k * rows, direction.data(), rows) * target.basis.col(k);
    direction /= norm(direction.data(), rows);
    target.coordinates(found, pivot) = norms[pivot];
    target.independent.push_back(pivot);
    team.run(
        static_cast<std::int64_t>(left.size()),
        [&](std::int64_t k) {
          const std::int64_t j = left[k];
          const double along = dot(direction.data(), column(j), rows);
          target.coordinates(found, j) = along;
          labels.col(j) -= along * direction;
          norms[j] = norm(column(j), rows);
          report.poll();
        },
        [&report] { report.poll(); });
    ++found;
  }
  target.basis.conservativeResize(rows, found);
  target.coordinates.conservativeResize(found, labels.cols());
  return target;
}

}  // namespace coppice
