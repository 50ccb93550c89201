// The master of AdaBoost.MH (Schapire & Singer, "Improved boosting algorithms using
// confidence-rated predictions", 1999): many questions of yes and no, all answered by the same weak
// learner, each with a sign of its own. With Y_il = -1 or +1 the answer that row i wants to
// question l, rows and questions weigh D_il = c_i exp(-Y_il F_l(x_i)), normalised to sum up to 1;
//
//     gamma_l = sum_i D_il Y_il h(x_i),    s = sum_l |gamma_l|,    the learner of the largest s,
//     F_l += 1/2 ln((1 + s) / (1 - s)) sign(gamma_l) h.
//
// The sum of exponential losses, and with it the Hamming loss, falls at least by sqrt(1 - s^2).
//
// The questions are "is it this class", or, with an output code, the bits of the classes' words,
// which is AdaBoost.MO. Of two classes without a code there is one.
#pragma once

#include <memory>

#include "core/thread_team.hpp"
#include "masters/classified_rows.hpp"
#include "masters/master.hpp"

namespace coppice {

/// Its objective counts the losses of every question `times` times.
std::unique_ptr<master> make_hamming_master(classified_rows rows, double times, thread_team& team,
                                            progress& report);

}  // namespace coppice
