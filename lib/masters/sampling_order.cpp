#include "masters/sampling_order.hpp"

#include <array>
#include <utility>

#include "core/huge_pages.hpp"
#include "core/random.hpp"

namespace coppice {
namespace {

/// The rows of side 0 or 1, in random order.
std::vector<std::int32_t> shuffled_side(const kernel_problem& problem, std::int64_t side,
                                        const progress& report) {
  const std::size_t rows = problem.targets.size();
  std::vector<std::int32_t> order;
  reserve_large(order, rows);
  for (std::size_t i = 0; i < rows; ++i) {
    report.poll_at(static_cast<std::int64_t>(i));
    const bool is_later = problem.high[i] > -problem.low[i];
    if (is_later == (side == 1)) order.push_back(static_cast<std::int32_t>(i));
  }
  random_numbers random(stream_seed(1, static_cast<std::uint64_t>(side)));
  for (std::size_t k = order.size(); k > 1; --k) {
    report.poll_at(static_cast<std::int64_t>(k));
    if (report.ended()) break;  // on another thread than the one that was asked to end
    std::swap(order[k - 1], order[random.below(k)]);
  }
  return order;
}

}  // namespace

std::vector<std::int32_t> sampling_order(const kernel_problem& problem, thread_team& team,
                                         const progress& report) {
  std::array<std::vector<std::int32_t>, 2> sides;
  team.run(
      2, [&](std::int64_t side) { sides[side] = shuffled_side(problem, side, report); },
      [&report] { report.poll(); });
  // Row k of a side's n is at (k + 1/2) / n, and beyond 1 there are no more.
  std::array<std::size_t, 2> next{};
  const auto place_of_next = [&](int side) {
    return (static_cast<double>(next[side]) + 0.5) / static_cast<double>(sides[side].size());
  };
  std::array<double, 2> at = {place_of_next(0), place_of_next(1)};
  std::vector<std::int32_t> places(problem.targets.size());
  for (std::size_t place = 0; place < places.size(); ++place) {
    report.poll_at(static_cast<std::int64_t>(place));
    const int side = at[0] <= at[1] ? 0 : 1;
    places[sides[side][next[side]++]] = static_cast<std::int32_t>(place);
    at[side] = place_of_next(side);
  }
  return places;
}

}  // namespace coppice
