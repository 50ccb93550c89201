#include "core/cholesky.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

#include "core/dense_kernels.hpp"

namespace coppice {
namespace {

using index = Eigen::Index;

/// The lower triangle in square tiles. Tile (i, j) takes j + 1 steps, one after the other: in step
/// k < j what columns of tiles k of L explain of it is subtracted, and step j makes it a part of L,
///
///     a_ij -= l_ik l_jk',    l_jj = the factor of a_jj,    l_ij = a_ij l_jj'^-1.
///
/// Threads take whatever step is ready, so that they never wait for each other at the end of a
/// column. Each looks first in columns of its own, every second one of two threads: what a step
/// needs is then in its cache more often. (On a machine whose processors are far apart, 443 ns to
/// another and back, two threads took 0.72 and 0.59 of the time of one with 500 and 1,000 columns;
/// by whole columns, with all waiting in between, 1.05 and 0.78.)
class tiled_factor {
 public:
  tiled_factor(matrix_view& a, const progress& report)
      : a_(a),
        report_(report),
        tiles_(tiles_of(a)),
        tiles_of_columns_(new std::atomic<index>[tiles_]),
        steps_(new steps[tiles_ * tiles_]),
        left_(tiles_ * (tiles_ + 1) / 2) {
    for (index j = 0; j < tiles_; ++j) tiles_of_columns_[j] = tiles_ - j;
  }

  /// Of `wanted` threads, how many have something to do most of the time. Threads that wait look
  /// for work all the while, and must not keep a processor from those that have it.
  static index most_threads(const matrix_view& a, index wanted) {
    const auto processors = static_cast<index>(std::thread::hardware_concurrency());
    return std::max<index>(1, std::min({wanted, tiles_of(a) / 2, processors}));
  }

  /// Of one thread: its part, until there is no step left or some thread has failed.
  void take_part(index number, index threads) {
    ending on_every_way_out = {*this};
    while (left_ > 0 && !ended_) {
      if (!take_step([&](index column) { return column % threads == number; }) &&
          !take_step([&](index column) { return column % threads != number; }))
        std::this_thread::yield();
      report_.poll();
    }
  }

  /// Of the whole, when all threads have taken part.
  [[nodiscard]] bool is_found() const { return left_ == 0; }

 private:
  static constexpr index tile_size = 96;  // 64: 1.1 times the time with one thread, 128: no less

  /// How many of a tile have been begun, and done; a cache line of its own.
  struct alignas(64) steps {
    std::atomic<index> begun{0};
    std::atomic<index> done{0};
  };
  /// However a thread leaves, the others do not wait for a step that it has begun.
  struct ending {
    tiled_factor& of;
    ~ending() { of.ended_ = true; }
  };

  static index tiles_of(const matrix_view& a) { return (a.rows() + tile_size - 1) / tile_size; }
  [[nodiscard]] steps& at(index i, index j) { return steps_[i + j * tiles_]; }
  [[nodiscard]] index width(index i) const {
    return std::min(tile_size, a_.rows() - i * tile_size);
  }
  [[nodiscard]] double* tile(index i, index j) { return &a_(i * tile_size, j * tile_size); }

  template <class IsWanted>
  bool take_step(const IsWanted& is_wanted) {
    for (index j = 0; j < tiles_; ++j) {
      if (tiles_of_columns_[j] == 0 || !is_wanted(j)) continue;
      for (index i = j; i < tiles_; ++i)
        if (take_step(i, j)) return true;
    }
    return false;
  }

  bool take_step(index i, index j) {
    steps& of = at(i, j);
    index k = of.done;
    if (k > j || !is_ready(i, j, k) || !of.begun.compare_exchange_strong(k, k + 1)) return false;
    if (k < j) {
      subtract(i, j, k);
    } else if (i > j) {
      kernels_.solve_right(tile(j, j), width(j), a_.outerStride(), tile(i, j), width(i),
                           a_.outerStride());
    } else if (!kernels_.cholesky(tile(j, j), width(j), a_.outerStride())) {
      ended_ = true;
      return true;
    }
    if (k == j) {
      --tiles_of_columns_[j];
      --left_;
    }
    of.done = k + 1;
    return true;
  }

  [[nodiscard]] bool is_ready(index i, index j, index k) {
    if (k < j) return at(i, k).done > k && at(j, k).done > k;
    return i == j || at(j, j).done > j;
  }

  /// Of a tile on the diagonal nothing is computed above its second half.
  void subtract(index i, index j, index k) {
    const index half = i == j ? width(i) / 2 : width(j);
    subtract(i, j, k, 0, half);
    if (half < width(j)) subtract(i, j, k, half, width(j) - half);
  }
  void subtract(index i, index j, index k, index first, index count) {
    const index above = i == j ? first : 0;
    const index stride = a_.outerStride();
    kernels_.add_product(-1, tile(i, k) + above, stride, tile(j, k) + first, stride,
                         width(i) - above, count, width(k), tile(i, j) + above + first * stride,
                         stride);
  }

  matrix_view& a_;
  const progress& report_;
  const dense_kernels& kernels_ = kernels_of_dense();
  index tiles_;
  std::unique_ptr<std::atomic<index>[]> tiles_of_columns_;  // that are not yet part of L
  std::unique_ptr<steps[]> steps_;
  std::atomic<index> left_;  // tiles that are not yet part of L
  std::atomic<bool> ended_{false};
};

}  // namespace

bool cholesky(matrix_view& a, const progress& report) {
  tiled_factor factor(a, report);
  factor.take_part(0, 1);
  return factor.is_found();
}

bool cholesky(matrix_view& a, thread_team& team, const progress& report) {
  constexpr index worth_sharing = 300;  // columns; below, threads take longer to wake
  const index parts = a.rows() < worth_sharing ? 1 : tiled_factor::most_threads(a, team.size());
  if (parts == 1) return cholesky(a, report);
  tiled_factor factor(a, report);
  team.run(
      parts, [&](std::int64_t number) { factor.take_part(number, parts); },
      [&report] { report.poll(); });
  return factor.is_found();
}

void cholesky_solve(const matrix_view& factor, vector& b) {
  factor.triangularView<Eigen::Lower>().solveInPlace(b);
  factor.triangularView<Eigen::Lower>().transpose().solveInPlace(b);
}

void cholesky_solve(const matrix_view& factor, matrix& b) {
  factor.triangularView<Eigen::Lower>().solveInPlace(b);
  factor.triangularView<Eigen::Lower>().transpose().solveInPlace(b);
}

}  // namespace coppice
