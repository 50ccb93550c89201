// The restricted master of CGEns-SLS (Shen & Liu): least squares (least_squares_master.hpp) on the
// simplex code, problem (10) over J learners. L is the rows x (K - 1) matrix whose row i is the
// code of class y_i.
#pragma once

#include <memory>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/classified_rows.hpp"
#include "masters/master.hpp"

namespace coppice {

/// The residuals are priced by `rule`. The team and the report must outlive the master.
std::unique_ptr<master> make_simplex_master(classified_rows rows, merit_rule rule,
                                            thread_team& team, progress& report);

}  // namespace coppice
