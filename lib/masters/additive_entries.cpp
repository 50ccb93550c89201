#include "masters/additive_entries.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/dense_kernels.hpp"

namespace coppice {
namespace {

/// A row of an arm, and its distance.
using member = std::pair<std::int32_t, double>;

/// An arm by its rows in their order, or, where most rows are on it, by the distances of all.
struct arm_in_order {
  std::vector<member> members;
  std::vector<double> distances;  // 0 where a row is not on the arm
};

arm_in_order in_order(const additive_gram::arm& arm, std::int64_t rows) {
  constexpr std::int64_t share = 4;  // vector instructions take so many rows at once
  arm_in_order made;
  if (share * arm.size >= rows) {
    made.distances.assign(static_cast<std::size_t>(rows), 0.0);
    for (std::int64_t k = 0; k < arm.size; ++k) made.distances[arm.rows[k]] = arm.distances[k];
  } else {
    for (std::int64_t k = 0; k < arm.size; ++k)
      made.members.emplace_back(arm.rows[k], arm.distances[k]);
    std::sort(made.members.begin(), made.members.end());
  }
  return made;
}

void add_members(const std::vector<member>& members, std::int64_t first, std::int64_t last,
                 matrix_view& to) {
  auto from = std::lower_bound(members.begin(), members.end(), member(first, 0.0));
  for (; from != members.end() && from->first < last; ++from) {
    double* const column = &to(0, from->first);
    for (auto other = from; other != members.end(); ++other)
      column[other->first] += 2 * std::min(from->second, other->second);
  }
}

/// Of one row with all.
void add_members(const std::vector<member>& members, std::int32_t row, double* to) {
  const auto own = std::lower_bound(members.begin(), members.end(), member(row, 0.0));
  if (own == members.end() || own->first != row) return;
  for (const member& other : members) to[other.first] += 2 * std::min(own->second, other.second);
}

std::vector<arm_in_order> arms_in_order(const additive_gram& gram, const progress& report) {
  std::vector<arm_in_order> arms(static_cast<std::size_t>(gram.arms()));
  for (std::size_t a = 0; a < arms.size(); ++a) {
    arms[a] = in_order(gram[static_cast<std::int64_t>(a)], gram.rows());
    report.poll();
  }
  return arms;
}

}  // namespace

void additive_entries(const additive_gram& gram, matrix_view& to, thread_team& team,
                      const progress& report) {
  constexpr std::int64_t columns_a_task = 32;
  const std::int64_t rows = gram.rows();
  const std::vector<arm_in_order> arms = arms_in_order(gram, report);
  const dense_kernels& kernels = kernels_of_dense();
  team.run((rows + columns_a_task - 1) / columns_a_task,
           [&](std::int64_t task) {
             const std::int64_t first = task * columns_a_task;
             const std::int64_t last = std::min(rows, first + columns_a_task);
             for (std::int64_t j = first; j < last; ++j) to.col(j).tail(rows - j).setZero();
             for (const arm_in_order& arm : arms) {
               add_members(arm.members, first, last, to);
               const double* const u = arm.distances.data();
               if (u == nullptr) continue;
               for (std::int64_t j = first; j < last; ++j)
                 if (u[j] > 0) kernels.add_minima(u[j], u + j, rows - j, 2, &to(j, j));
             }
           },
           [&report] { report.poll(); });
}

matrix additive_columns(const additive_gram& gram, const std::vector<std::int32_t>& rows,
                        thread_team& team, const progress& report) {
  const std::vector<arm_in_order> arms = arms_in_order(gram, report);
  const dense_kernels& kernels = kernels_of_dense();
  matrix columns(gram.rows(), static_cast<Eigen::Index>(rows.size()));
  team.run(
      columns.cols(),
      [&](std::int64_t c) {
        columns.col(c).setZero();
        for (const arm_in_order& arm : arms) {
          add_members(arm.members, rows[c], &columns(0, c));
          const double* const u = arm.distances.data();
          if (u != nullptr && u[rows[c]] > 0)
            kernels.add_minima(u[rows[c]], u, gram.rows(), 2, &columns(0, c));
        }
      },
      [&report] { report.poll(); });
  return columns;
}

}  // namespace coppice
