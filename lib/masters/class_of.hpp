// The class of a training row, exactly as the model will predict it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/few_numbers.hpp"
#include "model/output_code.hpp"

namespace coppice {

/// By `count` scores, one for two classes; where two of them (the one and 0) are within `unsure` of
/// each other, so that the order of additions decides, by those that exact(k) gives, added up as
/// predictions are. These then take the place of the scores.
template <class Exact>
std::int64_t class_of(double* scores, std::int64_t count, double unsure, const Exact& exact) {
  double* const end = scores + count;
  const double to_beat = count == 1 ? 0 : *std::max_element(scores, end);
  const auto near =
      std::count_if(scores, end, [=](double score) { return std::abs(score - to_beat) <= unsure; });
  if (near > (count == 1 ? 0 : 1))
    for (std::int64_t k = 0; k < count; ++k) scores[k] = exact(k);
  if (count == 1) return *scores >= 0 ? 1 : 0;
  return std::max_element(scores, end) - scores;
}

/// The same where the numbers are those of a code's bits; the scores where there is no code.
template <class Exact>
std::int64_t class_of(const output_code* code, double* values, std::int64_t count, double unsure,
                      const Exact& exact) {
  if (code == nullptr) return class_of(values, count, unsure, exact);
  few_numbers room(code->classes());
  double* const scores = room.data();
  code->decode(values, scores);
  if (!code->is_sure(values, scores, unsure)) {
    for (std::int64_t b = 0; b < count; ++b) values[b] = exact(b);
    code->decode(values, scores);
  }
  return std::max_element(scores, scores + code->classes()) - scores;
}

}  // namespace coppice
