// Work on all rows by several threads, and sums over them that are the same for every number of
// threads: rows are taken in blocks that do not depend on the threads, and what the blocks add up
// to is added in their order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/numbers.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"

namespace coppice {

/// Calls work(0) .. work(tasks - 1), polling after each, by the threads of a team where one is
/// given.
template <class Work>
void run_each(thread_team* team, const progress& report, std::int64_t tasks, const Work& work) {
  if (team != nullptr) return team->run(tasks, work, [&report] { report.poll(); });
  for (std::int64_t task = 0; task < tasks; ++task) {
    work(task);
    report.poll();
  }
}

/// So many that the work on their `width` numbers each takes well below a poll's time.
inline std::int64_t rows_a_block(std::int64_t width) {
  return std::max<std::int64_t>(1, 4096 / std::max<std::int64_t>(1, width));
}

/// Calls work(first, last) for all blocks of rows, on any thread.
template <class Work>
void for_rows(thread_team& team, const progress& report, std::int64_t rows, std::int64_t width,
              const Work& work) {
  const std::int64_t in_block = rows_a_block(width);
  team.run(
      (rows + in_block - 1) / in_block,
      [&](std::int64_t block) { work(block * in_block, std::min(rows, (block + 1) * in_block)); },
      [&report] { report.poll(); });
}

/// Calls each(row) for all rows, on any thread.
template <class Each>
void for_each_row(thread_team& team, const progress& report, std::int64_t rows, const Each& each) {
  for_rows(team, report, rows, 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) each(i);
  });
}

/// What work(first, last) gives for each block of rows, in their order.
template <class Result, class Work>
[[nodiscard]] std::vector<Result> of_blocks(thread_team& team, const progress& report,
                                            std::int64_t rows, const Work& work) {
  const std::int64_t in_block = rows_a_block(1);
  std::vector<Result> results(static_cast<std::size_t>((rows + in_block - 1) / in_block));
  for_rows(team, report, rows, 1, [&](std::int64_t first, std::int64_t last) {
    results[first / in_block] = work(first, last);
  });
  return results;
}

/// The largest of what work(first, last) finds in the blocks, at least `least`.
template <class Work>
[[nodiscard]] double largest_over_rows(thread_team& team, const progress& report, std::int64_t rows,
                                       std::int64_t width, double least, const Work& work) {
  const std::int64_t in_block = rows_a_block(width);
  std::vector<double> by_block(static_cast<std::size_t>((rows + in_block - 1) / in_block), least);
  for_rows(team, report, rows, width, [&](std::int64_t first, std::int64_t last) {
    double& found = by_block[first / in_block];
    found = std::max(found, work(first, last));
  });
  return by_block.empty() ? least : *std::max_element(by_block.begin(), by_block.end());
}

/// `count` sums over rows, count being 1 at least, of what is added for each block of them.
class sums_of_blocks {
 public:
  sums_of_blocks(std::int64_t rows, std::int64_t in_block, std::int64_t count)
      : in_block_(in_block),
        count_(count),
        numbers_(static_cast<std::size_t>((rows + in_block - 1) / in_block * count), 0.0) {}

  /// The sums of the block that begins at a row.
  [[nodiscard]] double* from(std::int64_t first) { return &numbers_[first / in_block_ * count_]; }

  [[nodiscard]] std::vector<double> total() const {
    std::vector<double> sums(static_cast<std::size_t>(count_), 0.0);
    for (std::size_t k = 0; k < numbers_.size(); ++k) sums[k % sums.size()] += numbers_[k];
    return sums;
  }

 private:
  std::int64_t in_block_;
  std::int64_t count_;
  std::vector<double> numbers_;
};

/// What work(first, last, sums) adds to `count` sums over all rows.
template <class Work>
[[nodiscard]] std::vector<double> sum_over_rows(thread_team& team, const progress& report,
                                                std::int64_t rows, std::int64_t width,
                                                std::int64_t count, const Work& work) {
  sums_of_blocks sums(rows, rows_a_block(width), count);
  for_rows(team, report, rows, width,
           [&](std::int64_t first, std::int64_t last) { work(first, last, sums.from(first)); });
  return sums.total();
}

/// The sum of value(row) over all rows.
template <class Value>
[[nodiscard]] double sum_of_rows(thread_team& team, const progress& report, std::int64_t rows,
                                 const Value& value) {
  return sum_over_rows(team, report, rows, 1, 1,
                       [&](std::int64_t first, std::int64_t last, double* sum) {
                         for (std::int64_t i = first; i < last; ++i) *sum += value(i);
                       })
      .front();
}

/// sum_i a_i b_i over rows.
template <class A, class B>
[[nodiscard]] double dot_over_rows(thread_team& team, const progress& report, const A* a,
                                   const B* b, std::int64_t rows) {
  return sum_over_rows(team, report, rows, 1, 1,
                       [&](std::int64_t first, std::int64_t last, double* sum) {
                         *sum = dot(a + first, b + first, last - first);
                       })
      .front();
}

}  // namespace coppice
