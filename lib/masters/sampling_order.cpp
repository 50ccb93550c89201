#include "masters/sampling_order.hpp"

#include <array>
#include <utility>

#include "core/bring_in.hpp"
#include "core/random.hpp"
#include "core/row_sums.hpp"

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

/// Where row k of a side's is among them all.
double share_before(std::int64_t k, const std::vector<std::int32_t>& side) {
  return (static_cast<double>(k) + 0.5) / static_cast<double>(side.size());
}

/// How many rows of a side are there before `at`, or up to it.
std::int64_t rows_before(double at, const std::vector<std::int32_t>& side, bool up_to) {
  const auto size = static_cast<std::int64_t>(side.size());
  const auto is_before = [&](std::int64_t k) {
    const double other = share_before(k, side);
    return up_to ? other <= at : other < at;
  };
  auto count = static_cast<std::int64_t>(at * static_cast<double>(size));  // but for rounding
  while (count < size && is_before(count)) ++count;
  while (count > 0 && !is_before(count - 1)) --count;
  return count;
}

}  // namespace

std::vector<std::int32_t> sampling_order(const kernel_problem& problem, thread_team& team,
                                         const progress& report) {
  std::array<std::vector<std::int32_t>, 2> sides;
  team.run(
      2, [&](std::int64_t side) { sides[side] = shuffled_side(problem, side, report); },
      [&report] { report.poll(); });
  std::vector<std::int32_t> places;
  assign_rows(places, problem.targets.size(), 0, team, report);
  for (const std::size_t side : {0U, 1U}) {
    const std::vector<std::int32_t>& own = sides[side];
    const std::vector<std::int32_t>& others = sides[1 - side];
    for_each_row(team, report, static_cast<std::int64_t>(own.size()), [&](std::int64_t k) {
      const double at = share_before(k, own);
      places[own[k]] = static_cast<std::int32_t>(k + rows_before(at, others, side == 1));
    });
  }
  return places;
}

}  // namespace coppice
