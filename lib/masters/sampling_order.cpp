#include "masters/sampling_order.hpp"

#include <array>
#include <numeric>
#include <utility>

#include "core/random.hpp"
#include "core/sort.hpp"

namespace coppice {

std::vector<std::int32_t> sampling_order(const kernel_problem& problem, const progress& report) {
  const std::size_t rows = problem.targets.size();
  std::vector<std::int32_t> order(rows);
  std::iota(order.begin(), order.end(), 0);
  random_numbers random(1);
  for (std::size_t k = rows; k > 1; --k) {
    std::swap(order[k - 1], order[random.below(k)]);
    report.poll_at(static_cast<std::int64_t>(k));
  }
  std::array<double, 2> all{};
  std::array<double, 2> counted{};
  const auto side = [&](std::int32_t row) { return problem.high[row] > -problem.low[row] ? 1 : 0; };
  for (const std::int32_t row : order) ++all[side(row)];
  std::vector<value_of_row> ranked;
  ranked.reserve(rows);
  for (const std::int32_t row : order) {
    const int of = side(row);
    ranked.emplace_back((counted[of] + 0.5) / all[of], row);
    ++counted[of];
  }
  report.poll();
  sort(ranked, report);
  std::vector<std::int32_t> places(rows);
  for (std::size_t k = 0; k < rows; ++k) places[ranked[k].second] = static_cast<std::int32_t>(k);
  return places;
}

}  // namespace coppice
