// The stagewise masters of AdaBoost and LogitBoost (Freund & Schapire; Friedman, Hastie &
// Tibshirani): stagewise minimisation, for two classes, of an exponential or a logistic loss of the
// margin y f,
//
//     exponential   sum_i c_i exp(-y_i f_i)             rows weigh  D_i = c_i exp(-y_i f_i)
//     logistic      sum_i c_i ln(1 + exp(-2 y_i f_i))   rows weigh  D_i = c_i p_i (1 - p_i),
//
// p = 1 / (1 + exp(-2 f)). What the next learner adds to f is
//
//     discrete    w h,      w = 1/2 ln((1 - e) / e), e its error weighted by D
//     real        b + w h,  half the logarithm of the odds of the classes, on either side of h
//     gentle      b + w h,  nearest to y by squares weighted by D
//     logistic    b + w h,  half of what is nearest to (y* - p) / (p (1 - p)), y* = 1 where y is +1
//
// and it is chosen by its correlation with y weighted by D, which is by its error; where it comes
// with a bias, by how near b + w h comes to the responses, which are those above, and of `real` y.
// Outputs need not be -1 and +1: `discrete` then takes the step of Schapire & Singer for outputs
// within [-1, 1], and `real` that of `gentle`.
#pragma once

#include <memory>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/classified_rows.hpp"
#include "masters/master.hpp"

namespace coppice {

enum class boosting_rule { discrete, real, gentle, logistic };

/// Of two classes. The team and the report must outlive the master.
std::unique_ptr<master> make_boosting_master(classified_rows rows, boosting_rule by,
                                             thread_team& team, progress& report);

}  // namespace coppice
