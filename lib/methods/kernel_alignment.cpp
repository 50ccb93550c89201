// Kernel-alignment, the rival of kernel-boost: the kernels of views, K_v = X_v X_v' of their terms,
// weighed so that their sum has the largest centred alignment with the classes
// (masters/kernel_weights.hpp; Kawanabe, Nakajima & Binder). The learned map is the terms of every
// view times sqrt(gamma_v). With centred columns X~_v, no matrix has as many rows as there are rows
// of data, and columns:
//
//     a_v = ||Q'X~_v||^2,    M_uv = ||X~_u'X~_v||^2.
//
// The scale of the kernel is free. Weights have gamma'a = gamma'M gamma, the nearest to QQ'; in the
// map they are multiplied by the weight of all rows, for a target whose mean squares are 1, so that
// costs of classifiers mean what they mean for kernel-boost.
#include <cmath>
#include <utility>

#include "masters/kernel_weights.hpp"
#include "methods/ensemble_fit.hpp"
#include "methods/map_fit.hpp"

namespace coppice {

const method& kernel_alignment_method();

namespace {

/// The kernels of all views on some rows.
struct view_kernels {
  std::vector<vector> means;      // of the columns of every view
  std::vector<matrix> on_target;  // Q'X~_v
  vector a;
  matrix m;
};

view_kernels kernels_of(const fit_request& request, std::vector<matrix> columns,
                        const labelled_rows& rows) {
  view_kernels made;
  const auto views = static_cast<std::int64_t>(columns.size());
  made.on_target.resize(columns.size());
  made.a.resize(views);
  made.m.resize(views, views);
  for (matrix& of_view : columns)
    made.means.push_back(centre_columns(of_view, rows.roots, request.team, request.report));
  request.team.run(
      views,
      [&](std::int64_t v) {
        made.on_target[v] = inner_product(rows.target.basis, columns[v], request.report);
        made.a[v] = made.on_target[v].squaredNorm();
      },
      [&] { request.report.poll(); });
  request.team.run(
      views * views,
      [&](std::int64_t pair) {
        const std::int64_t u = pair / views;
        const std::int64_t v = pair % views;
        if (u > v) return;
        made.m(u, v) = inner_product(columns[u], columns[v], request.report).squaredNorm();
        made.m(v, u) = made.m(u, v);
      },
      [&] { request.report.poll(); });
  return made;
}

double alignment(const view_kernels& of, const vector& gamma, const labelled_rows& rows) {
  const auto directions = static_cast<double>(rows.target.directions());
  return gamma.dot(of.a) / std::sqrt(gamma.dot(of.m * gamma) * directions);
}

/// What every view is in the map: its learners, scaled alike.
struct weighed_views {
  map_in_making map;
  std::vector<double> shares;  // of the trace of the kernel
  std::vector<double> counts;  // learners
};

weighed_views weigh(const map_fit& shared, const std::vector<matrix>& columns,
                    const view_kernels& kernels, const vector& gamma, const progress& report) {
  const vector& roots = shared.rows().roots;
  weighed_views made;
  for (Eigen::Index v = 0; v < gamma.size(); ++v) {
    double share = 0;
    Eigen::Index k = 0;
    for (const auto& part : shared.views()[v]->learners().parts())
      for (std::int64_t j = 0; j < part->size(); ++j, ++k) {
        auto learner = part->make_empty();
        learner->append(*part, j, 1);
        learner->set_member(v);
        const auto column = columns[v].col(k);
        std::vector<float> outputs;
        for (const double output : column) outputs.push_back(static_cast<float>(output));
        const double mean = kernels.means[v][k];
        share += gamma[v] * ((column.array() - mean) * roots.array()).square().sum();
        made.map.add(std::move(learner), std::sqrt(gamma[v]) * roots.norm(), std::move(outputs),
                     mean, kernels.on_target[v].col(k));
        report.poll();
      }
    made.shares.push_back(share);
    made.counts.push_back(static_cast<double>(k));
  }
  double trace = 0;
  for (const double share : made.shares) trace += share;
  for (double& share : made.shares) share /= trace > 0 ? trace : 1;
  return made;
}

std::unique_ptr<model> align(const fit_request& request) {
  map_fit shared(request, kernel_alignment_method(), false);
  training_report& report = shared.report();
  const std::vector<matrix> columns = shared.columns(shared.rows());
  shared.check_columns(columns);
  const view_kernels kernels = kernels_of(request, columns, shared.rows());
  const vector gamma = kernel_weights(kernels.m, kernels.a, request.report);
  const auto reached_on = [&](const labelled_rows* rows) {
    if (rows == nullptr) return training_report::unknown;
    return alignment(kernels_of(request, shared.columns(*rows), *rows), gamma, *rows);
  };
  weighed_views made = weigh(shared, columns, kernels, gamma, request.report);
  shared.tell(1, 1,
              {alignment(kernels, gamma, shared.rows()), reached_on(shared.validation()),
               reached_on(shared.test())});
  report.curve.back().learners = static_cast<double>(made.map.learners.size());
  report.stop_reason = "optimum";
  report.find("kernel_weights", std::vector<double>(gamma.begin(), gamma.end()));
  report.find("pool_learners", std::move(made.counts));
  return shared.make_model(std::move(made.map), made.shares);
}

std::unique_ptr<model> fit_kernel_alignment(const fit_request& request) {
  request.report.expect(1);
  try {
    return align(request);
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    return nothing_yet(request, kernel_alignment_method(), asked);
  }
}

}  // namespace

const method& kernel_alignment_method() {
  static const method method = {"kernel-alignment",
                                "the sum of views' kernels that is best aligned with the classes",
                                {task::two_classes, task::classes, task::vectors},
                                building_blocks::pools,
                                with_map_options({integer_option(
                                    "learners", "100", 1, 1e6, "1 <= learners <= 1e6",
                                    "weak learners to draw from each pool other than linear, which "
                                    "has the features")}),
                                fit_kernel_alignment,
                                {},
                                {},
                                "linear@*"};
  return method;
}

}  // namespace coppice
