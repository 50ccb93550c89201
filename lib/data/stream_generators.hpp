// Made-up streams, whose rows are to be learned one after another (Yugov & Kumazawa, "Online
// boosting algorithm based on two-phase SVM training", 2012, section 3; their constants are not all
// given, so these are ours). Classes -1 and +1 as everywhere drawn evenly, in D dimensions:
//
//   linear      N(0, I) without |w . x| < 1/2, w a direction that is drawn first; +1 where
//               w . x > 0. D = 50; with noise 0.1 it is their second stream
//   mixture     each class is one of 4 normal distributions N(c, I / 4), evenly, whose centres c
//               are drawn from N(0, 4 I) and are 2 away from those of the other class at least, in
//               the manner of Kivinen, Smola & Williamson (2004). D = 2
//   drifting    the same, turned about the origin by 2 pi / 10,000 more with each row, in the
//   planes
//               of features 0 and 1, 2 and 3, ..
//   switching   the same, with centres that are drawn anew every 1,000 rows
//   circle      uniform on [-1.5, 1.5]^2; +1 where |x| < 1
#pragma once

#include <cstdint>

#include "data/generators.hpp"

namespace coppice {

std::int64_t draw_linear(drawing& from, double* x);
std::int64_t draw_mixture(drawing& from, double* x);
std::int64_t draw_drifting(drawing& from, double* x);
std::int64_t draw_switching(drawing& from, double* x);
std::int64_t draw_circle(drawing& from, double* x);

}  // namespace coppice
