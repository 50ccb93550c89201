#include "methods/optimum_over_pool.hpp"

#include <utility>

#include "core/error.hpp"
#include "kernels/registry.hpp"
#include "masters/kernel_solver.hpp"
#include "methods/kernel_problems.hpp"

namespace coppice {
namespace {

constexpr const char* asked_by = "option price_of_sparsity";

/// Of the sum over its learners, half the kernel.
kernel_specification half_kernel_of(const pool_specification& pool) {
  if (is_union(*pool.kind)) {
    kernel_specification sum = parse_kernel("sum(stump,stump)");
    sum.members.clear();
    for (const pool_specification& member : pool.members)
      sum.members.push_back(half_kernel_of(member));
    return sum.members.size() == 1 ? sum.members.front() : sum;
  }
  if (pool.kind->half_kernel == nullptr)
    fail(COPPICE_INVALID_ARGUMENT, asked_by, " expected pools of stumps, all of whose learners a ",
         "kernel knows; the pool is ", text_of(pool));
  kernel_specification made = parse_kernel(pool.kind->half_kernel);
  made.view = pool.view;
  return made;
}

void check_options(const option_values& options) {
  for (const auto& [name, wanted] : {std::pair("loss", "hinge"), std::pair("bias", "free")})
    if (options.choice(name) != wanted)
      fail(COPPICE_INVALID_ARGUMENT, asked_by, " expected ", name, "=", wanted, "; option ", name,
           " is ", options.choice(name));
}

/// Stumps of categories and of what is missing are not the kernel's.
void check_features(const dataset& examples, const pool_specification& pool,
                    const progress& report) {
  for (const pool_specification& member : pool.members) check_features(examples, member, report);
  if (is_union(*pool.kind)) return;
  needed_features needed{{}, "", "set price_of_sparsity=no"};
  needed.by.assign(static_cast<std::size_t>(examples.features()),
                   pool.view.empty() ? asked_by : nullptr);
  if (!pool.view.empty())
    for (const std::int64_t feature : *examples.view(pool.view)) needed.by[feature] = asked_by;
  for (const auto& [feature, names] : examples.levels())
    if (needed.by[feature] != nullptr) refuse_category(examples, feature, asked_by, needed.remedy);
  check_present("x", examples, needed, &report, [](std::int64_t /*row*/) { return true; });
}

}  // namespace

std::function<double()> optimum_over_pool(const training_set& training,
                                          const fit_request& request) {
  check_options(request.options);
  const kernel_specification wanted = half_kernel_of(request.pool);
  check_features(training.examples(), request.pool, request.report);
  const double C = request.options.real("C");
  return [&training, &team = request.team, &report = request.report, wanted, C] {
    constexpr double tolerance = 1e-6;
    constexpr double megabytes = 200;  // where rounding ends Newton's method
    progress part = progress::step_of(report);
    const kernel half(wanted, {training.examples(), {}, team, part});
    const kernel_solution solved =
        kernel_solver(half, training.examples().values(),
                      {kernel_solver_choice::automatic, megabytes}, team, part)
            .solve(problem_of_classes(training, 2 * C, tolerance, team, part));
    const double gap = relative_gap(solved.objective, solved.dual_objective);
    return gap <= tolerance ? solved.dual_objective / 2 : training_report::unknown;
  };
}

}  // namespace coppice
