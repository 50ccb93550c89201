// The learning curve: one point an iteration, the same columns in the API, in files and in --json.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace coppice {

struct curve_point {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  double iteration = 0;
  double learners = 0;
  double objective = unknown;       // of the restricted master, a sum
  double dual_objective = unknown;  // the best bound so far on the problem over the whole pool
  double master_gap = unknown;      // relative gap of the restricted master
  double score = unknown;           // largest |sum_i u_i h(x_i)| among the learners outside
  double train_error = unknown;     // weighted fraction of rows
  double validation_error = unknown;
  double validation_criterion = unknown;  // by which the best round is chosen
  double alignment = unknown;             // of the learned kernel with the classes
  double validation_alignment = unknown;
  double test_error = unknown;
  double test_alignment = unknown;
};

using learning_curve = std::vector<curve_point>;

struct curve_column {
  const char* name;
  double curve_point::*value;
};

constexpr std::array<curve_column, 13> curve_columns = {{
    {"iteration", &curve_point::iteration},
    {"learners", &curve_point::learners},
    {"objective", &curve_point::objective},
    {"dual_objective", &curve_point::dual_objective},
    {"master_gap", &curve_point::master_gap},
    {"score", &curve_point::score},
    {"train_error", &curve_point::train_error},
    {"validation_error", &curve_point::validation_error},
    {"validation_criterion", &curve_point::validation_criterion},
    {"alignment", &curve_point::alignment},
    {"validation_alignment", &curve_point::validation_alignment},
    {"test_error", &curve_point::test_error},
    {"test_alignment", &curve_point::test_alignment},
}};

}  // namespace coppice
