// Sums of weighted outputs of weak learners that are quick to compute: one at a time, in their
// order.
#pragma once

#include <cstdint>

namespace coppice {

/// sums[s] += sum_j weights[j * scores + s] * output(j), j = 0 .. size - 1.
template <class Output>
void add_weighted_outputs(const Output& output, std::int64_t size, const double* weights,
                          std::int64_t scores, double* sums) {
  if (scores == 1) {  // kept in a register: one addition a learner
    double sum = *sums;
    for (std::int64_t j = 0; j < size; ++j) sum += output(j) * weights[j];
    *sums = sum;
    return;
  }
  for (std::int64_t j = 0; j < size; ++j) {
    const double h = output(j);
    for (std::int64_t s = 0; s < scores; ++s) sums[s] += h * weights[j * scores + s];
  }
}

}  // namespace coppice
