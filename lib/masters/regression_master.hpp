// The restricted master of regression: least squares (least_squares_master.hpp) on the targets, one
// number a row or several. Several share their learners; each has weights and a bias of its own.
#pragma once

#include <memory>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/master.hpp"

namespace coppice {

/// `targets` are rows x outputs numbers, which must outlive the master, as the team and the report.
std::unique_ptr<master> make_regression_master(std::vector<double> costs,
                                               const std::vector<double>& targets,
                                               thread_team& team, progress& report);

}  // namespace coppice
