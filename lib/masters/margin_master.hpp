// The restricted master of CGEns: the regularised linear problem on the chosen columns (problem (P)
// of Shen & Liu over J learners), for any loss of loss.hpp,
//
//     min over w, b of  P = 1/2 |w|^2 + B(b) + sum_i loss(c_i, s_i),    s = 1 - y f, f = Phi w + b,
//     max over a of     D = sum_i a_i - conjugate(c_i, a_i) - 1/2 |Phi'(y a)|^2 - B*(y'a),
//
// c_i being C times the row's weight. The bias is free (B = 0 and y'a = 0), penalised
// (B = b^2 / (2 scale^2): a constant column of height `scale`), or none.
//
// Method: semismooth Newton with a line search. P is piecewise quadratic with one continuous
// derivative where the loss is smooth; for the hinge it becomes so by the proximal point method on
// the dual, whose steps minimise over (w, b)
//
//     phi(w, b) = 1/2 |w|^2 + B(b)
//                 + sum_i max over 0 <= a <= c_i of a s_i - (a - anchor_i)^2 / (2 sigma c_i).
//
// Either way finitely many Newton steps end it, each a small dense system (newton_system.hpp) of
// the columns or of the rows that move, for the hinge the free support vectors. Coordinate descent
// needs tens of thousands of sweeps on hard masters and does not get there; this reaches gaps of
// 1e-10 on the same, and warm-started it takes a handful of steps a column on easy ones.
//
// Large costs. Slacks are known to some 1e-15, and a cost multiplies that. Where this is too much,
// Newton works with costs capped at a multiple of the optimum: sum_i a_i <= 2 P at the optimum, so
// that no a_i of the hinge reaches a cap above 2 P, and the optimum stays where it is; the squared
// hinge moves by less the higher the cap is. What slack is left in capped rows is repaired: a
// multiple of (w, b) just above 1 makes their margins 1, and their loss nothing. Both sides of the
// gap are those of the true costs: the repaired (w, b) is a point like any other, and an `a` below
// the caps is feasible below the costs. Where rows contradict each other the cap rises with the
// objective, until the penalty is rounding beside the loss; a is then scaled up to the true costs.
#pragma once

#include <memory>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/design.hpp"
#include "masters/master.hpp"

namespace coppice {

enum class loss_kind { hinge, squared_hinge, least_squares };
enum class bias_kind { free, penalised, none };

struct margin_problem {
  std::vector<double> signs;        // y_i, -1 or +1; both occur
  std::vector<double> costs;        // c_i > 0
  std::vector<double> row_weights;  // > 0, by which rows count in the training error
  loss_kind loss = loss_kind::hinge;
  bias_kind bias = bias_kind::free;
  double bias_scale = 1;
  double tolerance = 1e-4;  // relative gap
};

/// The team and the report must outlive the master.
std::unique_ptr<master> make_margin_master(margin_problem problem, thread_team& team,
                                           progress& report);

/// Of columns that are all there from the beginning, so that none is added: one solve is the whole.
/// The columns, the team and the report must outlive the master.
std::unique_ptr<master> make_margin_master(margin_problem problem, const design& columns,
                                           thread_team& team, progress& report);

}  // namespace coppice
