// A linear SVM on a design that is all there from the beginning, found by Newton's method
// (masters/margin_master.hpp).
#pragma once

#include <vector>

#include "masters/design.hpp"
#include "masters/margin_master.hpp"

namespace coppice {

struct linear_svm {
  vector weights;
  double bias;
  double objective;
  double dual_objective;
  std::vector<double> signed_dual;  // y a, of the rows
};

linear_svm solve_linear_svm(margin_problem problem, const design& columns, thread_team& team,
                            progress& report);

}  // namespace coppice
