// Weak learners that are quick to compute one at a time, which take missing values: a Self has
// output(j, x), the output of learner j on a row, and is empty as it is made.
#pragma once

#include <cstdint>
#include <memory>

#include "learners/weak_learners.hpp"

namespace coppice {

template <class Self>
class learners_one_by_one : public weak_learners {
 public:
  [[nodiscard]] std::unique_ptr<weak_learners> make_empty() const final {
    return std::make_unique<Self>();
  }
  [[nodiscard]] bool takes_missing() const noexcept final { return true; }

  void outputs(const double* x, double* out) const final {
    for (std::int64_t j = 0; j < self().size(); ++j) out[j] = self().output(j, x);
  }

  void add_weighted(const double* x, const double* weights, std::int64_t scores,
                    double* sums) const final {
    if (scores == 1) {  // kept in a register: one addition a learner
      double sum = *sums;
      for (std::int64_t j = 0; j < self().size(); ++j) sum += self().output(j, x) * weights[j];
      *sums = sum;
      return;
    }
    for (std::int64_t j = 0; j < self().size(); ++j) {
      const double h = self().output(j, x);
      for (std::int64_t s = 0; s < scores; ++s) sums[s] += h * weights[j * scores + s];
    }
  }

 private:
  [[nodiscard]] const Self& self() const noexcept { return static_cast<const Self&>(*this); }
};

}  // namespace coppice
