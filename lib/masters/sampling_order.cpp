#include "masters/sampling_order.hpp"

#include <array>
#include <numeric>
#include <utility>

#include "core/random.hpp"

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
  std::array<std::vector<std::int32_t>, 2> sides;
  for (const std::int32_t row : order)
    sides[problem.high[row] > -problem.low[row] ? 1 : 0].push_back(row);
  report.poll();
  // Row k of a side's n is at (k + 1/2) / n, and beyond 1 there are no more.
  std::array<std::size_t, 2> next{};
  const auto at = [&](int side) {
    return (static_cast<double>(next[side]) + 0.5) / static_cast<double>(sides[side].size());
  };
  std::vector<std::int32_t> places(rows);
  for (std::size_t place = 0; place < rows; ++place) {
    report.poll_at(static_cast<std::int64_t>(place));
    const int side = at(0) <= at(1) ? 0 : 1;
    places[sides[side][next[side]++]] = static_cast<std::int32_t>(place);
  }
  return places;
}

}  // namespace coppice
