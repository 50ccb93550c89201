// Weak learners h_1 .. h_n of one kind, stored together and evaluated together. A pool makes them,
// an ensemble holds them. The output of a weak learner is by definition rounded to float, so that
// what training saw (columns of floats) is what prediction computes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/document.hpp"
#include "core/error.hpp"
#include "data/row_block.hpp"
#include "learners/steps.hpp"

namespace coppice {

/// Appends `count` of the values from `first` on.
template <class Value, class Wider>
void append_some(const std::vector<Value>& values, std::int64_t first, std::int64_t count,
                 std::vector<Wider>& to) {
  to.insert(to.end(), values.begin() + first, values.begin() + first + count);
}

class weak_learners {
 public:
  weak_learners() = default;
  virtual ~weak_learners() = default;
  weak_learners(const weak_learners&) = delete;
  weak_learners& operator=(const weak_learners&) = delete;

  [[nodiscard]] virtual const char* kind() const noexcept = 0;
  [[nodiscard]] virtual std::int64_t size() const noexcept = 0;

  /// Which member of a union of pools they come from; 0 where there is no union.
  [[nodiscard]] std::int64_t member() const noexcept { return member_; }
  void set_member(std::int64_t member) noexcept { member_ = member; }

  /// Whether outputs are computed by the caller's code.
  [[nodiscard]] virtual bool calls_back() const noexcept { return false; }

  /// Whether outputs are defined where a value is missing (NaN).
  [[nodiscard]] virtual bool takes_missing() const noexcept { return false; }

  /// None of the same kind, to append to.
  [[nodiscard]] virtual std::unique_ptr<weak_learners> make_empty() const = 0;

  /// Appends the learners of `other`, which are of the same kind and member.
  void append(const weak_learners& other) { append(other, 0, other.size()); }
  /// The same of `count` of them from `first` on.
  virtual void append(const weak_learners& other, std::int64_t first, std::int64_t count) = 0;

  /// out[j] = h_j(x) for the row x.
  virtual void outputs(const double* x, double* out) const = 0;

  /// sums[s] += sum_j weights[j * scores + s] * h_j(x), added one by one in the order of j: the
  /// same additions, and so the same bits, as from outputs().
  virtual void add_weighted(const double* x, const double* weights, std::int64_t scores,
                            double* sums) const = 0;

  /// The same for each of several rows, which have their sums one after another.
  virtual void add_weighted_rows(const row_block& rows, const double* weights, std::int64_t scores,
                                 double* sums) const {
    for (std::int64_t i = 0; i < rows.rows; ++i)
      add_weighted(rows.row(i), weights, scores, sums + i * scores);
  }

  /// Whether rows may be strided_rows: of learners that look at few values of a row.
  [[nodiscard]] virtual bool takes_strides() const noexcept { return false; }
  virtual void add_weighted_strided(const strided_rows& /*rows*/, const double* /*weights*/,
                                    std::int64_t /*scores*/, double* /*sums*/) const {
    fail(COPPICE_INTERNAL, "learners of kind ", kind(), " do not take rows with strides");
  }

  /// The features that h_j looks at.
  virtual void features_of(std::int64_t j, std::vector<std::int64_t>& out) const = 0;

  /// h_j as steps along the feature that it looks at, or none; false where it is no such function.
  [[nodiscard]] virtual bool find_steps(std::int64_t /*j*/, step_function& /*out*/) const {
    return false;
  }

  /// All learners for a model file; one of them for people. Objects both, without "kind".
  [[nodiscard]] virtual document save() const = 0;
  [[nodiscard]] virtual document describe(std::int64_t j) const = 0;

 private:
  std::int64_t member_ = 0;
};

}  // namespace coppice
