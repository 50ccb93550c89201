// The Gram matrix of an additive kernel of distances, such as stump, by its products: they take
// time in proportion to the values that differ from the most common one of their feature, and no
// entry of the matrix is ever computed.
//
// The SVM's coefficients sum up to 0, so that of K(x, z) = a(x) + a(z) - sum_d |x_d - z_d| it sees
// only the distances, from wherever they are measured: with an origin o in each feature,
//
//     |x_d - o_d| + |z_d - o_d| - |x_d - z_d|  =  2 min(|x_d - o_d|, |z_d - o_d|)
//
// where x_d and z_d lie on the same side of o_d, and 0 where they do not. So the matrix is that of
//
//     K(x, z) = sum_a 2 min(u_a(x), u_a(z)),
//
// where an arm a is one side of a feature's origin, and u_a(x) >= 0 is how far out x lies on it.
// This kernel is positive semidefinite, and a product with it is a sum of piecewise linear
// functions:
//
//     (K v)_i = sum_a f_a(u_a(x_i)),    f_a(0) = 0,    f_a'(u) = 2 (sum of v_j with u_a(x_j) >= u).
//
// The origin is the feature's most common value: only rows with another one lie on its arms.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/huge_pages.hpp"
#include "core/progress.hpp"
#include "core/row_sums.hpp"
#include "core/sort.hpp"
#include "core/thread_team.hpp"
#include "core/unset_vector.hpp"
#include "data/feature_matrix.hpp"
#include "kernels/kernel.hpp"

namespace coppice {

class additive_gram {
 public:
  /// The rows on one side of a feature's origin, nearest first.
  struct arm {
    const std::int32_t* rows;
    const double* distances;  // u, ascending
    std::int64_t size;
  };

  /// The numbers of two arms, of which the second may be missing.
  struct two_arms {
    static constexpr std::int64_t none = -1;
    std::int64_t one;
    std::int64_t other;
  };

  /// Of all rows of a matrix, row i being row places[i] of this one. Throws COPPICE_INVALID_DATA
  /// where distances are not finite.
  additive_gram(const std::vector<additive_part>& parts, const feature_matrix& rows,
                const std::vector<std::int32_t>& places, thread_team& team, const progress& report);

  /// Of `count` rows of `all`: row i is row places[i] of this one, or none where that is negative.
  additive_gram(const additive_gram& all, const std::vector<std::int32_t>& places,
                std::int64_t count, thread_team& team, const progress& report);

  /// Of the first `count` rows of `all`.
  additive_gram(const additive_gram& all, std::int64_t count, thread_team& team,
                const progress& report);

  /// Whether there is such a matrix: distances only, no more rows than an arm can number.
  [[nodiscard]] static bool exists(const std::vector<additive_part>& parts, std::int64_t rows);

  [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::int64_t arms() const noexcept {
    return static_cast<std::int64_t>(arms_.size());
  }
  [[nodiscard]] arm operator[](std::int64_t a) const {
    return {members_.data() + arms_[a].first, distances_.data() + arms_[a].first, arms_[a].size};
  }

  /// How many rows are on arms, each counted once an arm.
  [[nodiscard]] std::int64_t entries() const noexcept { return entries_; }

  /// The mean distance of two rows, sum_d |x_d - z_d|: the scale of the kernel.
  [[nodiscard]] double mean_distance(thread_team& team, const progress& report) const;

  /// K v.
  [[nodiscard]] std::vector<double> product(const std::vector<double>& v, thread_team& team,
                                            const progress& report) const;

  /// Calls each(a) for all arms, on any thread.
  template <class Each>
  void for_arms(thread_team& team, const progress& report, const Each& each) const;

  /// For every row the sum of what add(two_arms, out, room) adds for the arms that it is on, with
  /// room to work in; bit for bit the same for every number of threads.
  template <class Add>
  [[nodiscard]] std::vector<double> sum_of_arms(thread_team& team, const progress& report,
                                                const Add& add) const;

 private:
  template <class Place>
  void take(const additive_gram& all, const Place& place, thread_team& team,
            const progress& report);
  void make_room(std::int64_t entries);
  void add_arm(std::int64_t first, std::int64_t size);
  void find_lanes();
  [[nodiscard]] std::int64_t lanes() const { return static_cast<std::int64_t>(lanes_.size()) - 1; }

  struct place_of_arm {
    std::int64_t first;
    std::int64_t size;
  };

  std::int64_t rows_;
  std::int64_t entries_ = 0;
  std::vector<place_of_arm> arms_;  // among the members and distances, of which some are on no arm
  unset_vector<std::int32_t> members_;
  unset_vector<double> distances_;
  std::vector<std::int64_t> lanes_;  // consecutive arms, whose sums one task adds up
};

template <class Each>
void additive_gram::for_arms(thread_team& team, const progress& report, const Each& each) const {
  team.run(
      lanes(),
      [&](std::int64_t lane) {
        for (std::int64_t a = lanes_[lane]; a < lanes_[lane + 1]; ++a) {
          each(a);
          report.poll();
        }
      },
      [&report] { report.poll(); });
}

template <class Add>
std::vector<double> additive_gram::sum_of_arms(thread_team& team, const progress& report,
                                               const Add& add) const {
  const auto rows = static_cast<std::size_t>(rows_);
  std::vector<double> sums;  // of the first lane, then of all
  std::vector<unset_vector<double>>& rooms = team.rooms(2 * lanes());  // for sums, and to add
  team.run(
      lanes(),
      [&](std::int64_t lane) {
        if (lane == 0) {
          assign_large(sums, rows, 0.0);
        } else {
          resize_anew(rooms[lane], rows);
          std::fill(rooms[lane].begin(), rooms[lane].end(), 0.0);
        }
        double* const of_lane = lane == 0 ? sums.data() : rooms[lane].data();
        for (std::int64_t a = lanes_[lane]; a < lanes_[lane + 1]; a += 2) {
          add(two_arms{a, a + 1 < lanes_[lane + 1] ? a + 1 : two_arms::none}, of_lane,
              rooms[lanes() + lane]);
          report.poll();
        }
      },
      [&report] { report.poll(); });
  if (lanes() > 1)
    for_rows(team, report, rows_, lanes(), [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t lane = 1; lane < lanes(); ++lane)
        for (std::int64_t i = first; i < last; ++i) sums[i] += rooms[lane][i];
    });
  return sums;
}

}  // namespace coppice
