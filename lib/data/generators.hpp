// Made-up data by definition (Breiman, "Bias, variance, and arcing classifiers", 1996): rows drawn
// one after another from known distributions, so that the best possible error is known. A row's
// class is drawn first, every class alike, then its features.
//
//   twonorm    +1: N(a, I); -1: N(-a, I); a = 2 / sqrt(D) (1, .., 1)
//   threenorm  +1: N(a, I) or N(-a, I), evenly; -1: N((a, -a, a, ..), I); a as above
//   ringnorm   +1: N(0, 4 I); -1: N(a, I); a = 1 / sqrt(D) (1, .., 1)
//   waveform   u h + (1 - u) h' + N(0, I), u uniform, D = 21: two of the three waves
//              h1(i) = max(6 - |i - 11|, 0), h2(i) = h1(i - 4), h3(i) = h1(i + 4), i = 1 .. 21;
//              class 1: h1 and h2; 2: h1 and h3; 3: h2 and h3
//   waveform-binary  class 1 is +1, the others are -1 (as Raetsch has it)
//
// Streams are beside them (stream_generators.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/random.hpp"
#include "data/dataset.hpp"

namespace coppice {

/// What rows are drawn from.
struct drawing {
  random_numbers random;
  std::int64_t features;
  std::int64_t row;           // its number
  std::vector<double> shape;  // what was drawn before the rows; empty at first
};

struct generator {
  const char* name;
  const char* help;
  std::int64_t features;       // the width of the definition
  bool any_width;              // whether it is defined for others, too
  std::vector<double> labels;  // of the classes, ascending
  /// Draws a row's features and returns its class, an index into labels.
  std::int64_t (*draw)(drawing& from, double* x);
};

const std::vector<generator>& generators();

struct generated_shape {
  std::int64_t rows;
  std::int64_t features;  // 0 for the definition's
  double noise;           // share of the labels that are turned into another, evenly among those
};

/// A labelled dataset. The same seed gives the same rows on every machine, fewer rows are the first
/// of more rows, and noise changes nothing but labels. Throws COPPICE_UNKNOWN_NAME.
std::unique_ptr<dataset> generate(std::string_view name, const generated_shape& shape,
                                  std::uint64_t seed);

}  // namespace coppice
