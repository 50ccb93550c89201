#include "methods/linear_svm.hpp"

#include <utility>
#include <vector>

namespace coppice {

linear_svm solve_linear_svm(margin_problem problem, const design& columns, thread_team& team,
                            progress& report) {
  const std::size_t rows = problem.signs.size();
  const auto solver = make_margin_master(std::move(problem), columns, team, report);
  solver->solve();
  const std::vector<double> weights = solver->weights();
  const double* const signed_dual = solver->residual().values;
  return {vector::Map(weights.data(), static_cast<Eigen::Index>(weights.size())),
          solver->bias().front(), solver->objective(), solver->dual_objective(),
          std::vector<double>(signed_dual, signed_dual + rows)};
}

}  // namespace coppice
