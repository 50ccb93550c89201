// The weights of the kernels K_v of views in their linear combination (Kawanabe, Nakajima & Binder,
// "A procedure of adaptive kernel combination with kernel-target alignment for object
// classification", CIVR 2009): the largest centred alignment of sum_v gamma_v K_v, gamma >= 0, with
// a target K* is had by
//
//     gamma = M^-1 a,    a_v = <K~_v, K*>,    M_uv = <K~_u, K~_v>,
//
// or, where some of these are negative, by the minimum of gamma'M gamma - 2 a'gamma over gamma >=
// 0, which the method of active sets of Lawson & Hanson finds.
#pragma once

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"

namespace coppice {

/// M is positive semidefinite with a positive diagonal. Scaled so that gamma'a = gamma'M gamma.
vector kernel_weights(const matrix& m, const vector& a, const progress& report);

}  // namespace coppice
