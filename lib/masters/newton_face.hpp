// Newton's equation for the rows that are free (additive_newton.hpp): with the matrix K of these,
//
//     (K + delta I) c = r + constant,      sum of c = 0,
//
// by conjugate gradients, preconditioned by splines; the constant is that of the sum. Where many
// steps were taken, `density` grows, by which the next equation's splines have more knots.
#pragma once

#include <cstdint>
#include <vector>

#include "masters/additive_gram.hpp"

namespace coppice {

/// To the share `accuracy` of the preconditioned residual's norm, or as far as many steps lead.
std::vector<double> solve_face(const additive_gram& gram, double delta, std::vector<double> r,
                               double accuracy, double& density, thread_team& team,
                               progress& report);

}  // namespace coppice
