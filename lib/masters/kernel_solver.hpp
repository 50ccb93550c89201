// Solves the dual of a kernel machine (kernel_problem.hpp), one problem after another of the same
// rows that differ in their costs only, each from the solution of the last: by Newton's method
// where the kernel is additive, by working sets where it is not, or at first where its matrix is
// small. Where rounding ends the one too soon, or working sets take long, the other takes over.
#pragma once

#include <memory>
#include <optional>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/feature_matrix.hpp"
#include "kernels/kernel.hpp"
#include "masters/additive_dual.hpp"
#include "masters/gram_rows.hpp"
#include "masters/kernel_problem.hpp"
#include "masters/working_sets.hpp"

namespace coppice {

enum class kernel_solver_choice { automatic, newton, working_sets };

struct kernel_solver_options {
  kernel_solver_choice by;
  double megabytes;               // for rows of the kernel's matrix
  common_gram* common = nullptr;  // that other fits take rows from too; null for none
};

class kernel_solver {
 public:
  /// All outlive this object. Throws COPPICE_INVALID_OPTION where Newton's method is asked for and
  /// the kernel is not a sum of distances.
  kernel_solver(const kernel& by, const feature_matrix& rows, const kernel_solver_options& options,
                thread_team& team, progress& report);

  /// Throws `interruption` only where nothing is to be kept, or nothing is there yet.
  kernel_solution solve(const kernel_problem& problem);

  /// K u, for problems that do not begin at coefficients of 0.
  std::vector<double> sums(const std::vector<double>& u);

 private:
  [[nodiscard]] std::vector<double> additive_sums(std::vector<double> u) const;
  kernel_solution solve_by_newton(const kernel_problem& problem);
  kernel_solution go_on_by_newton(const kernel_solution& stalled, const kernel_problem& problem);
  void make_newton(const kernel_problem& problem);
  kernel_solution solve_by_working_sets(const kernel_problem& problem, const working_effort& most);
  [[nodiscard]] working_effort most_tried() const;
  void make_gram();
  [[nodiscard]] bool has_small_matrix() const;

  const kernel& by_;
  const feature_matrix& rows_;
  kernel_solver_options options_;
  thread_team& team_;
  progress& report_;
  bool may_be_newton_;
  bool by_newton_;  // at first
  std::unique_ptr<additive_dual> newton_;
  std::optional<gram_rows> gram_;
  kernel_solution last_;  // of working sets
  double last_cost_ = 0;
};

}  // namespace coppice
